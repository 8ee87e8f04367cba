// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/checkpoints/checkpoint_work.h"

#include "app/process/left_process.h"

#include <utility>

namespace lockstep {

namespace {

constexpr int kReportMs = 100;
constexpr qsizetype kMostWords = 4096; ///< of what the engine said

} // namespace

CheckpointWork::CheckpointWork(QString engine, QObject* parent)
    : QObject(parent), m_engine(std::move(engine)), m_progress(std::make_shared<CopyProgress>())
{
    m_report.setInterval(kReportMs);
    connect(&m_report, &QTimer::timeout, this,
            [this] { emit progress(m_progress->done, m_progress->total); });
}

CheckpointWork::~CheckpointWork()
{
    end();
}

/// `then` gets what `work` returned, on this thread.
template <typename Work, typename Then>
void CheckpointWork::begin(Work work, Then then)
{
    m_isBusy = true;
    m_progress = std::make_shared<CopyProgress>();
    m_report.start();
    const quint64 number = ++m_number;
    m_thread = std::thread([this, number, work = std::move(work), then = std::move(then), told = m_progress] {
        auto result = work(*told);
        // Dropped by Qt when this object is gone, which joins the thread before.
        QMetaObject::invokeMethod(
            this,
            [this, number, then, result = std::move(result)] {
                if (number != m_number)
                    return;
                settle();
                then(result);
            },
            Qt::QueuedConnection);
    });
}

void CheckpointWork::check(const QString& folder)
{
    begin([folder](CopyProgress& told) { return checkCopy(folder, told); },
          [this](const Result<Sentence>& result) {
              if (result)
                  emit checked(*result, std::nullopt);
              else
                  emit checked({}, result.error());
          });
}

void CheckpointWork::remove(const QString& folder)
{
    begin([folder](CopyProgress&) { return removeCopy(folder); },
          [this](const Result<void>& result) {
              emit done(result ? std::nullopt : std::optional(result.error()));
          });
}

void CheckpointWork::exportWeights(const QString& folder, const QString& file)
{
    m_isBusy = true;
    ++m_number;
    m_process = new QProcess;
    m_process->setProcessChannelMode(QProcess::MergedChannels);
    connect(m_process, &QProcess::finished, this, &CheckpointWork::exported);
    connect(m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            failExport(m_process->errorString());
    });
    m_process->start(m_engine, {QStringLiteral("export"), folder, QStringLiteral("--to"), file});
    m_process->closeWriteChannel();
}

void CheckpointWork::exported()
{
    const bool isDone = m_process->exitStatus() == QProcess::NormalExit && m_process->exitCode() == 0;
    if (!isDone)
        return failExport(QString::fromUtf8(m_process->readAll().left(kMostWords)).trimmed());
    settle();
    emit done(std::nullopt);
}

void CheckpointWork::failExport(const QString& reason)
{
    settle();
    emit done(Error{LOCKSTEP_TEXT("The weights could not be exported: %1"), {reason.toStdString()}, {}});
}

void CheckpointWork::end()
{
    ++m_number;
    m_progress->isEnded = true;
    settle();
}

/// Nothing goes on any more.
void CheckpointWork::settle()
{
    m_isBusy = false;
    m_report.stop();
    if (m_thread.joinable())
        m_thread.join();
    leaveProcess(std::exchange(m_process, nullptr), *this);
}

} // namespace lockstep

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/preview/local_previewer.h"

#include "app/process/left_process.h"
#include "engine/protocol/attach_messages.h"

#include <utility>

namespace lockstep {

namespace {

/// A million pictures on a slow network disk are listed in minutes.
constexpr int kDeadlineMs = 10 * 60 * 1000;

} // namespace

LocalPreviewer::LocalPreviewer(QString engine, QObject* parent)
    : Previewer(parent), m_engine(std::move(engine))
{
    m_deadline.setSingleShot(true);
    m_deadline.setInterval(kDeadlineMs);
    connect(&m_deadline, &QTimer::timeout, this,
            [this] { fail(tr("it has not answered for %1 minutes").arg(kDeadlineMs / 60000)); });
}

LocalPreviewer::~LocalPreviewer()
{
    cancel();
}

void LocalPreviewer::preview(const PreviewRequest& request)
{
    cancel();
    m_process = new QProcess;
    connect(m_process, &QProcess::readyReadStandardOutput, this, &LocalPreviewer::readAnswer);
    connect(m_process, &QProcess::finished, this, &LocalPreviewer::end);
    connect(m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            fail(m_process->errorString());
    });
    m_process->start(m_engine, {QStringLiteral("preview")});
    m_process->write(QByteArray::fromStdString(toJson(request)));
    m_process->closeWriteChannel();
    m_deadline.start();
}

void LocalPreviewer::cancel()
{
    forget();
    stop();
}

void LocalPreviewer::stop()
{
    m_deadline.stop();
    m_answer.clear();
    leaveProcess(std::exchange(m_process, nullptr), *this);
}

void LocalPreviewer::readAnswer()
{
    m_answer += m_process->readAllStandardOutput();
    if (static_cast<std::size_t>(m_answer.size()) > kMaxPreviewBytes)
        fail(tr("its answer is too long"));
}

void LocalPreviewer::end()
{
    readAnswer();
    if (!m_process)
        return;
    const bool isDone = m_process->exitStatus() == QProcess::NormalExit && m_process->exitCode() == 0;
    if (!isDone && m_answer.isEmpty())
        return fail(m_process->exitStatus() == QProcess::NormalExit
                        ? tr("it ended with code %1").arg(m_process->exitCode())
                        : m_process->errorString());
    const QByteArray json = std::exchange(m_answer, {});
    stop();
    if (isDone)
        answer(json);
    else
        answer(parseError(json.toStdString()));
}

void LocalPreviewer::fail(const QString& reason)
{
    stop();
    answer(Error{
        LOCKSTEP_TEXT("The engine could not be asked about the data: %1."), {reason.toStdString()}, {}});
}

} // namespace lockstep

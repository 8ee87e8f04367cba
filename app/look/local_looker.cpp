// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/look/local_looker.h"

#include "engine/protocol/attach_messages.h"

#include <QCoreApplication>
#include <QPointer>
#include <QThreadPool>
#include <utility>

namespace lockstep {

namespace {

/// A million pictures on a slow network disk are listed in minutes.
constexpr int kDeadlineMs = 10 * 60 * 1000;

} // namespace

LocalLooker::LocalLooker(QString engine, QObject* parent) : Looker(parent), m_engine(std::move(engine))
{
    m_deadline.setSingleShot(true);
    m_deadline.setInterval(kDeadlineMs);
    connect(&m_deadline, &QTimer::timeout, this,
            [this] { fail(tr("it has not answered for %n minute(s)", nullptr, kDeadlineMs / 60000)); });
}

LocalLooker::~LocalLooker()
{
    cancel();
}

void LocalLooker::look(const LookRequest& request)
{
    cancel();
    m_process = new QProcess;
    connect(m_process, &QProcess::readyReadStandardOutput, this, &LocalLooker::readAnswer);
    connect(m_process, &QProcess::finished, this, &LocalLooker::end);
    connect(m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            fail(m_process->errorString());
    });
    m_process->start(m_engine, {QStringLiteral("look")});
    m_process->write(QByteArray::fromStdString(toJson(request)));
    m_process->closeWriteChannel();
    m_deadline.start();
}

/// A process that hangs on a dead disk cannot be waited for: it goes when it can.
void LocalLooker::cancel()
{
    ++m_look;
    m_deadline.stop();
    m_answer.clear();
    if (QProcess* process = std::exchange(m_process, nullptr)) {
        process->disconnect(this);
        if (process->state() == QProcess::NotRunning) {
            process->deleteLater();
        } else {
            connect(process, &QProcess::finished, process, &QObject::deleteLater);
            process->kill();
        }
    }
}

void LocalLooker::readAnswer()
{
    m_answer += m_process->readAllStandardOutput();
    if (static_cast<std::size_t>(m_answer.size()) > kMaxLookBytes)
        fail(tr("its answer is too long"));
}

void LocalLooker::end()
{
    readAnswer();
    if (!m_process)
        return;
    const bool isDone = m_process->exitStatus() == QProcess::NormalExit && m_process->exitCode() == 0;
    if (!isDone && m_answer.isEmpty())
        return fail(m_process->exitStatus() == QProcess::NormalExit ? tr("it ended with code %1").arg(m_process->exitCode())
                                                                    : m_process->errorString());
    m_deadline.stop();
    QThreadPool::globalInstance()->start(
        [self = QPointer<LocalLooker>(this), look = m_look, isDone, answer = std::exchange(m_answer, {})] {
            const LookResult result =
                isDone ? readLookedData(answer) : LookResult(parseError(answer.toStdString()));
            // Asked on the thread it lives on, where it may be gone or busy with another look.
            QMetaObject::invokeMethod(
                QCoreApplication::instance(),
                [self, look, result] {
                    if (self && self->m_look == look)
                        self->finish(result);
                },
                Qt::QueuedConnection);
        });
}

void LocalLooker::fail(const QString& reason)
{
    finish(Error{LOCKSTEP_TEXT("The engine could not be asked about the data: %1."), {reason.toStdString()}, {}});
}

void LocalLooker::finish(const LookResult& result)
{
    cancel();
    // The caller of look() hears of a program that cannot be started after that call only.
    QMetaObject::invokeMethod(
        this, [this, result, look = m_look] {
            if (m_look == look)
                emit looked(result);
        },
        Qt::QueuedConnection);
}

} // namespace lockstep

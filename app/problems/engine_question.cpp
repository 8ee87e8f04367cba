// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/problems/engine_question.h"

#include <utility>

namespace lockstep {

namespace {

/// A broken GPU's driver may hold the engine up for seconds.
constexpr int kDeadlineMs = 10'000;
constexpr int kEndMs = 2000;

EngineAnswer noAnswer(const QProcess& process)
{
    return {.failure = process.errorString()};
}

/// Of a process that has ended. It prints a refusal as "lockstep-engine: sentence".
EngineAnswer answerOf(QProcess& process)
{
    if (process.exitStatus() != QProcess::NormalExit)
        return noAnswer(process);
    if (process.exitCode() == 0)
        return {.isOk = true, .output = process.readAllStandardOutput()};
    EngineAnswer answer = noAnswer(process);
    const QString said = QString::fromUtf8(process.readAllStandardError()).trimmed();
    if (const QString name = QStringLiteral("lockstep-engine: "); said.startsWith(name))
        answer.refusal = said.mid(name.size());
    return answer;
}

} // namespace

EngineQuestion::EngineQuestion(QString engine, QObject* parent) : QObject(parent), m_engine(std::move(engine))
{
    m_deadline.setSingleShot(true);
    m_deadline.setInterval(kDeadlineMs);
    connect(&m_deadline, &QTimer::timeout, &m_process, &QProcess::kill);
    connect(&m_process, &QProcess::finished, this, [this] {
        m_deadline.stop();
        emit answered(answerOf(m_process));
    });
    connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error != QProcess::FailedToStart)
            return; // finished() follows
        m_deadline.stop();
        // Only when the process has come to rest: a question that follows would be forgotten with this one.
        QMetaObject::invokeMethod(
            this, [this, answer = noAnswer(m_process)] { emit answered(answer); }, Qt::QueuedConnection);
    });
}

EngineQuestion::~EngineQuestion()
{
    m_process.disconnect(this);
    if (m_process.state() != QProcess::NotRunning) {
        m_process.kill();
        m_process.waitForFinished(kEndMs);
    }
}

void EngineQuestion::ask(const QStringList& arguments)
{
    m_deadline.start();
    m_process.start(m_engine, arguments, QIODevice::ReadOnly);
}

EngineAnswer askEngine(const QString& engine, const QStringList& arguments)
{
    QProcess process;
    process.start(engine, arguments, QIODevice::ReadOnly);
    if (process.waitForStarted(kDeadlineMs) && process.waitForFinished(kDeadlineMs))
        return answerOf(process);
    const EngineAnswer answer = noAnswer(process);
    process.kill();
    process.waitForFinished(kEndMs);
    return answer;
}

} // namespace lockstep

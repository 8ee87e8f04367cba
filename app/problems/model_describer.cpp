// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/problems/model_describer.h"

#include <utility>

namespace lockstep {

namespace {

constexpr int kDeadlineMs = 10'000;
constexpr int kEndMs = 2000;

Error unasked(const QString& reason)
{
    return {
        LOCKSTEP_TEXT("The engine could not be asked what the model costs: %1."), {reason.toStdString()}, {}};
}

/// What a process that has ended says. It prints a refusal as "lockstep-engine: sentence".
Result<ModelCosts> answerOf(QProcess& process)
{
    if (process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0)
        return parseModelCosts(process.readAllStandardOutput());
    QString said = QString::fromUtf8(process.readAllStandardError()).trimmed();
    const QString name = QStringLiteral("lockstep-engine: ");
    if (process.exitStatus() != QProcess::NormalExit || !said.startsWith(name))
        return unasked(process.errorString());
    return Error{LOCKSTEP_TEXT("The model %1 cannot be built for these data: %2"),
                 {process.arguments().value(1).toStdString(), said.mid(name.size()).toStdString()},
                 "model.name"};
}

} // namespace

ModelDescriber::ModelDescriber(QString engine, QObject* parent) : QObject(parent), m_engine(std::move(engine))
{
    m_deadline.setSingleShot(true);
    connect(&m_deadline, &QTimer::timeout, &m_process, &QProcess::kill);
    connect(&m_process, &QProcess::finished, this, [this] { finish(answerOf(m_process)); });
    connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            finish(unasked(m_process.errorString()));
    });
}

ModelDescriber::~ModelDescriber()
{
    m_process.disconnect(this);
    if (m_process.state() != QProcess::NotRunning) {
        m_process.kill();
        m_process.waitForFinished(kEndMs);
    }
}

std::optional<Result<ModelCosts>> ModelDescriber::costs(const ModelQuestion& question)
{
    const QString key = question.key();
    if (const auto found = m_answers.constFind(key); found != m_answers.constEnd())
        return *found;
    if (m_asked.isEmpty())
        ask(question);
    else if (m_asked != key)
        m_next = question;
    return std::nullopt;
}

void ModelDescriber::ask(const ModelQuestion& question)
{
    m_asked = question.key();
    m_deadline.start(kDeadlineMs);
    m_process.start(m_engine, question.arguments(), QIODevice::ReadOnly);
}

void ModelDescriber::finish(const Result<ModelCosts>& answer)
{
    m_deadline.stop();
    m_answers.insert(std::exchange(m_asked, QString()), answer);
    emit described();
    // Whoever heard it may have asked again.
    if (const std::optional<ModelQuestion> next = std::exchange(m_next, std::nullopt);
        next && m_asked.isEmpty())
        costs(*next);
}

Result<ModelCosts> describeModel(const QString& engine, const ModelQuestion& question)
{
    QProcess process;
    process.start(engine, question.arguments(), QIODevice::ReadOnly);
    if (!process.waitForStarted(kDeadlineMs) || !process.waitForFinished(kDeadlineMs)) {
        const QString reason = process.errorString();
        process.kill();
        process.waitForFinished(kEndMs);
        return unasked(reason);
    }
    return answerOf(process);
}

} // namespace lockstep

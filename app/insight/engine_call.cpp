// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/insight/engine_call.h"

#include "app/process/left_process.h"
#include "engine/protocol/attach_messages.h"
#include "engine/protocol/checkpoint_contents.h"
#include "engine/protocol/evaluation_report.h"

#include <QProcess>
#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

constexpr qsizetype kMaxAnswerBytes = std::max(kMaxContentsBytes, kMaxReportBytes);
/// A line on how far a call is; answers are longer.
constexpr qsizetype kMaxProgressBytes = 100;

} // namespace

EngineCall::EngineCall(QString engine, QObject* parent) : AnswerSource(parent), m_engine(std::move(engine)) {}

EngineCall::~EngineCall()
{
    stop();
}

void EngineCall::start(const QStringList& arguments)
{
    stop();
    m_process = new QProcess;
    // What it says for people comes in its answer too.
    m_process->setStandardErrorFile(QProcess::nullDevice());
    connect(m_process, &QProcess::readyReadStandardOutput, this, &EngineCall::read);
    connect(m_process, &QProcess::finished, this, &EngineCall::end);
    connect(
        m_process, &QProcess::errorOccurred, this,
        [this](QProcess::ProcessError error) {
            if (error == QProcess::FailedToStart && m_process)
                fail(m_process->errorString());
        },
        Qt::QueuedConnection);
    m_process->start(m_engine, arguments, QIODevice::ReadOnly);
    emit started();
}

void EngineCall::cancel()
{
    if (!m_process)
        return;
    stop();
    emit cancelled();
}

void EngineCall::stop()
{
    m_output.clear();
    m_answer.clear();
    leaveProcess(std::exchange(m_process, nullptr), *this);
}

void EngineCall::read()
{
    m_output += m_process->readAllStandardOutput();
    if (m_output.size() > kMaxAnswerBytes)
        return fail(tr("its answer is too long"));
    for (qsizetype end = m_output.indexOf('\n'); end >= 0; end = m_output.indexOf('\n')) {
        takeLine(m_output.left(end));
        m_output.remove(0, end + 1);
    }
}

void EngineCall::takeLine(const QByteArray& line)
{
    if (line.size() <= kMaxProgressBytes) {
        const Result<EvaluationProgress> progress = parseEvaluationProgress(line.toStdString());
        if (progress.ok()) {
            emit progressed(progress->samples, progress->of);
            return;
        }
    }
    m_answer = line;
}

void EngineCall::end()
{
    read();
    if (!m_process)
        return;
    const bool isWhole = m_process->exitStatus() == QProcess::NormalExit;
    const int code = m_process->exitCode();
    if (m_answer.isEmpty())
        return fail(isWhole ? tr("it ended with code %1").arg(code) : m_process->errorString());
    const QByteArray answer = m_answer;
    stop();
    if (isWhole && code == 0)
        emit answered(answer);
    else
        emit failed(parseError(answer.toStdString()));
}

void EngineCall::fail(const QString& reason)
{
    stop();
    emit failed(Error{LOCKSTEP_TEXT("The engine could not be asked about the checkpoint: %1."),
                      {reason.toStdString()},
                      {}});
}

} // namespace lockstep

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/headless/headless_sweep.h"

#include "app/catalogue/sweep/sweep_file.h"
#include "app/headless/check_command.h"
#include "app/headless/command_line.h"
#include "app/headless/headless.h"
#include "app/headless/run_result.h"
#include "app/summary/run_entry.h"
#include "app/text/error_text.h"
#include "app/text/phase_text.h"
#include "engine/protocol/exit_code.h"

#include <QCoreApplication>
#include <QDir>
#include <QEventLoop>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <csignal>
#include <cstdio>

namespace lockstep {

namespace {

Result<Sweep> sweepOf(const CommandLine& line)
{
    if (!line.resume.isEmpty())
        return readSweep(line.runs, line.resume);
    const Result<Experiment> experiment = readExperiment(line.target, {});
    if (!experiment)
        return experiment.error();
    Sweep sweep;
    sweep.id = freshSweepId();
    sweep.experiment = *experiment;
    sweep.mode = line.isPaired ? SweepMode::Paired : SweepMode::Grid;
    sweep.atOnce = line.runsAtOnce;
    for (const QString& assignment : line.values) {
        const Result<SweepAxis> axis = sweepAxisIn(assignment);
        if (!axis)
            return axis.error();
        sweep.axes.append(*axis);
    }
    return sweep;
}

} // namespace

HeadlessSweep::HeadlessSweep(RemoteOptions options, Sweep sweep, bool json)
    : m_options(options), m_json(json), m_runner(std::move(options), std::move(sweep)),
      m_terminal(json ? stderr : stdout),
      m_questions([this](const QString& text) { m_terminal.printLine(text); })
{
    connectRunner();
}

void HeadlessSweep::connectRunner()
{
    connect(&m_runner, &SweepRunner::controllerMade, this,
            [this](int, RunController& controller) { answer(controller); });
    connect(&m_runner, &SweepRunner::pointBegan, this, [this](int point) { tellBegin(point); });
    connect(&m_runner, &SweepRunner::pointEnded, this, &HeadlessSweep::tellEnd);
    connect(&m_runner, &SweepRunner::pointRefused, this, [this](int point, const Error& error) {
        m_wasRefused = true;
        m_terminal.printLine(QCoreApplication::translate("Headless", "%1: %2", "state: why")
                                 .arg(nameOf(point), errorMessage(error)));
    });
    connect(&m_runner, &SweepRunner::ended, this, &HeadlessSweep::done);
}

void HeadlessSweep::answer(RunController& controller)
{
    connect(&controller, &RunController::hostKeyUnknown, this,
            [this, &controller](const HostKeyQuestion& question) {
                controller.answerHostKey(question.host, m_questions.trusts(question));
            });
    connect(&controller, &RunController::secretNeeded, this,
            [this, &controller](const SecretQuestion& question) {
                QByteArray secret = m_questions.secretFor(question);
                controller.answerSecret(question.host, secret);
                secret.fill('\0');
            });
}

QString HeadlessSweep::nameOf(int point) const
{
    const SweepPoint& run = m_runner.points()[point];
    return QStringLiteral("%1/%2 %3")
        .arg(point + 1)
        .arg(m_runner.points().size())
        .arg(QString::fromStdString(run.experiment.name));
}

void HeadlessSweep::tellBegin(int point)
{
    m_terminal.printLine(QCoreApplication::translate("Headless", "%1: run %2", "which of the sweep: id")
                             .arg(nameOf(point), m_runner.sweep().runs[point]));
}

void HeadlessSweep::tellEnd(int point, const RunInfo& info)
{
    m_ends[point] = info;
    QString end = phaseText(shownPhase(info.phase, info.exitCode));
    const RunEntry entry = RunEntryReader({}).read(QDir(m_options.runsFolder).absoluteFilePath(info.id));
    if (entry.accuracy)
        end += QStringLiteral(", %1 %").arg(*entry.accuracy * 100, 0, 'f', 2);
    if (!info.reason.empty())
        end += QStringLiteral(", ") + sentenceText(info.reason);
    m_terminal.printLine(
        QCoreApplication::translate("Headless", "%1: %2", "state: why").arg(nameOf(point), end));
}

void HeadlessSweep::interrupt(int signal)
{
    if (signal == SIGINT && m_interruptions++ == 0) {
        m_terminal.printLine(QCoreApplication::translate(
            "Headless", "Stopping after this step. Press Ctrl-C again to leave the run to itself."));
        m_runner.stop();
        return;
    }
    m_leftBy = signal;
    emit done();
}

int HeadlessSweep::run()
{
    if (const Result<void> started = m_runner.start(); !started)
        return refuse(started.error(), ExitCode::InvalidExperiment);
    m_terminal.printLine(QCoreApplication::translate("Headless", "sweep %1").arg(m_runner.sweep().id));
    Interrupts interrupts;
    connect(&interrupts, &Interrupts::received, this, &HeadlessSweep::interrupt);
    QEventLoop loop;
    connect(this, &HeadlessSweep::done, &loop, &QEventLoop::quit);
    loop.exec();
    if (m_leftBy != 0 || m_interruptions > 0)
        m_terminal.printLine(
            QCoreApplication::translate("Headless", "Go on with what is left: lockstep sweep --resume %1")
                .arg(m_runner.sweep().id));
    if (m_json)
        std::printf("%s\n", resultJson().constData());
    std::fflush(stdout);
    return exitCode();
}

QByteArray HeadlessSweep::resultJson() const
{
    QJsonArray runs;
    int left = 0;
    for (int point = 0; point < m_runner.points().size(); ++point) {
        const QString id = m_runner.sweep().runs[point];
        RunEntry entry;
        if (!id.isEmpty())
            entry = RunEntryReader({}).read(QDir(m_options.runsFolder).absoluteFilePath(id));
        left += hasEnded(entry.phase()) ? 0 : 1;
        QJsonObject values;
        for (qsizetype axis = 0; axis < m_runner.sweep().axes.size(); ++axis)
            values[m_runner.sweep().axes[axis].key] = m_runner.points()[point].values[axis];
        runs.append(QJsonObject{{QStringLiteral("point"), point},
                                {QStringLiteral("run"), id},
                                {QStringLiteral("values"), values},
                                {QStringLiteral("state"), stateName(entry.info)},
                                {QStringLiteral("exit_code"), entry.info.exitCode},
                                {QStringLiteral("validation_accuracy"),
                                 entry.accuracy ? QJsonValue(*entry.accuracy) : QJsonValue()}});
    }
    return QJsonDocument(QJsonObject{{QStringLiteral("sweep"), m_runner.sweep().id},
                                     {QStringLiteral("runs"), runs},
                                     {QStringLiteral("left"), left}})
        .toJson(QJsonDocument::Compact);
}

int HeadlessSweep::exitCode() const
{
    if (m_leftBy != 0)
        return 128 + m_leftBy;
    for (const RunInfo& end : m_ends) {
        if (end.exitCode != 0 && end.exitCode != static_cast<int>(ExitCode::Stopped))
            return end.exitCode;
    }
    if (m_wasRefused)
        return static_cast<int>(ExitCode::Failure);
    return m_interruptions > 0 ? static_cast<int>(ExitCode::Stopped) : 0;
}

int runSweep(const CommandLine& line)
{
    const Result<Sweep> sweep = sweepOf(line);
    if (!sweep)
        return refuse(sweep.error(), ExitCode::InvalidExperiment);
    return HeadlessSweep(remoteOptionsOf(line), *sweep, line.json).run();
}

} // namespace lockstep

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/headless/submit_command.h"

#include "app/headless/check_command.h"
#include "app/headless/headless.h"
#include "app/headless/headless_run.h"
#include "app/headless/interrupts.h"
#include "app/headless/terminal.h"
#include "app/settings/program_paths.h"
#include "engine/protocol/run_files.h"
#include "remote/launchers/batch_queue.h"
#include "remote/printable.h"
#include "remote/run/run_launch.h"

#include <QCoreApplication>
#include <QEventLoop>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>
#include <QSysInfo>
#include <QTimer>
#include <csignal>
#include <cstdio>

namespace lockstep {

namespace {

constexpr int kPollMs = 2000;

Scheduler schedulerOf(const CommandLine& line)
{
    return line.scheduler == QLatin1String("sge") ? Scheduler::GridEngine : Scheduler::Slurm;
}

Error cannotWrite(const QFileDevice& file)
{
    return {LOCKSTEP_TEXT("Cannot write %1: %2."),
            {file.fileName().toStdString(), file.errorString().toStdString()},
            {}};
}

/// Whole or not at all.
Result<void> writeFile(const QString& path, const std::string& text, QFileDevice::Permissions permissions)
{
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || !file.setPermissions(permissions) ||
        file.write(text.data(), static_cast<qint64>(text.size())) < 0 || !file.commit())
        return cannotWrite(file);
    return {};
}

BatchJob jobFor(const CommandLine& line, const Experiment& experiment, const QString& run,
                const QString& folder)
{
    BatchJob job = batchJob(experiment);
    job.run = run.toStdString();
    job.engine = QFileInfo(programPaths().engine).canonicalFilePath().toStdString();
    job.document = (folder + QStringLiteral("/batch.lockstep.json")).toStdString();
    job.tokenFile = (folder + QStringLiteral("/batch.token")).toStdString();
    job.logFile = (folder + QStringLiteral("/batch.log")).toStdString();
    job.parallelEnvironment = line.parallelEnvironment.toStdString();
    for (const QString& option : line.batchOptions)
        job.options.push_back(option.toStdString());
    return job;
}

/// What the job needs beside the run's own files; the folder must be one that all hosts share.
Result<QString> writeJob(const CommandLine& line, const Experiment& experiment, const RunFolder& folder)
{
    constexpr auto kOwn = QFileDevice::ReadOwner | QFileDevice::WriteOwner;
    const auto token = drawToken();
    if (!token)
        return token.error();
    const BatchJob job = jobFor(line, experiment, folder.info().id, folder.path());
    const QString script = folder.path() + QStringLiteral("/batch.sh");
    for (const auto& [path, text] : {std::pair(QString::fromStdString(job.tokenFile), token.value() + "\n"),
                                     std::pair(QString::fromStdString(job.document), toJson(experiment)),
                                     std::pair(script, batchScript(schedulerOf(line), job))})
        if (const auto written = writeFile(path, text, kOwn); !written)
            return written.error();
    return script;
}

/// Waits until the job's supervisors have begun, which each of them says in the log of the job; who asks a
/// host before that is told that there is no such run.
class JobWait {
public:
    JobWait(Scheduler scheduler, QString job, const RunFolder& folder, int hosts)
        : m_scheduler(scheduler), m_job(std::move(job)), m_log(folder.path() + QStringLiteral("/batch.log")),
          m_word(QStringLiteral(" of %1 on ").arg(folder.info().id).toUtf8()), m_hosts(hosts)
    {
        QObject::connect(&m_timer, &QTimer::timeout, &m_loop, [this] { look(); });
        QObject::connect(&m_interrupts, &Interrupts::received, &m_loop, [this](int signal) {
            printNotice(
                QCoreApplication::translate("Headless", "The job %1 goes its way; %2 %1 takes it back.")
                    .arg(m_job, m_scheduler == Scheduler::Slurm ? QStringLiteral("scancel")
                                                                : QStringLiteral("qdel")));
            leave(128 + signal);
        });
    }

    /// Those of the job; empty where there is nothing to follow: exitCode().
    std::string nodes()
    {
        m_timer.start(kPollMs);
        QTimer::singleShot(0, &m_loop, [this] { look(); });
        m_loop.exec();
        return m_exitCode == 0 ? m_nodes : std::string();
    }
    int exitCode() const { return m_exitCode; }

private:
    void leave(int exitCode)
    {
        m_exitCode = exitCode;
        m_loop.quit();
    }

    QByteArray said() const
    {
        QFile log(m_log);
        return log.open(QIODevice::ReadOnly) ? log.read(kMostOfLog) : QByteArray();
    }

    void look()
    {
        const auto state = batchState(m_scheduler, m_job);
        if (!state)
            return leave(refuse(state.error(), ExitCode::Failure));
        if (state->kind == BatchState::Kind::Waiting && !(*state == m_state))
            printNotice(QCoreApplication::translate("Headless", "waiting for hosts (%1)")
                            .arg(QString::fromStdString(state->reason)));
        m_state = state.value();
        const QByteArray words = said();
        m_nodes = allocatedNodes(words.toStdString());
        if (words.count(m_word) >= m_hosts && !m_nodes.empty())
            return leave(0);
        if (m_state.kind != BatchState::Kind::Ended)
            return;
        printNotice(
            QCoreApplication::translate("Headless", "The job has ended before it trained. %1")
                .arg(QString::fromStdString(m_state.reason + " " + printableTail(words.toStdString()))));
        leave(static_cast<int>(ExitCode::Failure));
    }

    static constexpr qint64 kMostOfLog = 1 << 20;

    Scheduler m_scheduler;
    QString m_job;
    QString m_log;
    QByteArray m_word;
    int m_hosts;
    QEventLoop m_loop;
    QTimer m_timer;
    Interrupts m_interrupts;
    BatchState m_state;
    std::string m_nodes;
    int m_exitCode = 0;
};

/// The run's own copy of the experiment says where its hosts are now.
Result<RunFolder> settle(Scheduler scheduler, const RunFolder& folder, const std::string& nodeList)
{
    const auto nodes = batchNodes(scheduler, nodeList);
    if (!nodes)
        return nodes.error();
    const auto placed = placedOn(folder.experiment(), nodes.value(),
                                 QSysInfo::machineHostName().section(u'.', 0, 0).toStdString());
    if (!placed)
        return placed.error();
    const QString path = folder.mirrorPath(QString::fromLatin1(kExperimentFile.data()));
    if (const auto written =
            writeFile(path, toJson(placed.value()), QFileDevice::ReadOwner | QFileDevice::WriteOwner);
        !written)
        return written.error();
    return RunFolder::open(folder.path());
}

int follow(const CommandLine& line, const RunFolder& folder, const QString& job)
{
    std::string nodes;
    {
        JobWait wait(schedulerOf(line), job, folder,
                     batchJob(folder.experiment()).hosts); // signals are the run's afterwards
        nodes = wait.nodes();
        if (nodes.empty())
            return wait.exitCode();
    }
    printNotice(QCoreApplication::translate("Headless", "running on %1").arg(QString::fromStdString(nodes)));
    const auto settled = settle(schedulerOf(line), folder, nodes);
    if (!settled)
        return refuse(settled.error(), ExitCode::HostUnreachable);
    return HeadlessRun(remoteOptionsOf(line),
                       line.json ? HeadlessRun::Output::Json : HeadlessRun::Output::Text)
        .attach(*settled)
        .exitCode;
}

int submitJob(const CommandLine& line, const Experiment& experiment)
{
    auto folder = RunFolder::create(line.runs, experiment);
    if (!folder)
        return refuse(folder.error(), ExitCode::Failure);
    const auto script = writeJob(line, experiment, *folder);
    if (!script)
        return refuse(script.error(), ExitCode::Failure);
    const auto job = submitScript(schedulerOf(line), script.value());
    if (!job)
        return refuse(job.error(), ExitCode::Failure);
    RunInfo info = folder->info();
    info.phase = RunPhase::Training; // whether it trains its hosts will tell
    if (const auto saved = folder->setInfo(info); !saved)
        return refuse(saved.error(), ExitCode::Failure);
    printNotice(QCoreApplication::translate("Headless", "job %1, run %2, script %3")
                    .arg(job.value(), info.id, script.value()));
    return follow(line, *folder, job.value());
}

} // namespace

int runSubmit(const CommandLine& line)
{
    const Result<Experiment> experiment = readExperiment(line.target, line.values);
    if (!experiment)
        return refuse(experiment.error(), ExitCode::InvalidExperiment);
    if (const std::vector<Error> errors = checkExperiment(*experiment); !errors.empty()) {
        printErrors(errors);
        return static_cast<int>(ExitCode::InvalidExperiment);
    }
    if (schedulerOf(line) == Scheduler::GridEngine && batchJob(*experiment).hosts > 1 &&
        line.parallelEnvironment.isEmpty())
        return refuse(
            {LOCKSTEP_TEXT(
                 "Which parallel environment? Name one with a slot on each host: --pe NAME; qconf -spl "
                 "lists them."),
             {},
             {}},
            ExitCode::Usage);
    if (!line.prints)
        return submitJob(line, *experiment);
    const BatchJob job = jobFor(line, *experiment, QStringLiteral("RUN"), line.runs + QStringLiteral("/RUN"));
    std::printf("%s", batchScript(schedulerOf(line), job).c_str());
    return 0;
}

} // namespace lockstep

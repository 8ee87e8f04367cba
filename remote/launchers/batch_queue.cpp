// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/launchers/batch_queue.h"

#include "engine/protocol/process_placement.h"
#include "remote/printable.h"

#include <QProcess>
#include <QStandardPaths>
#include <algorithm>

namespace lockstep {

namespace {

constexpr int kLimitMs = 30'000;

/// What a program of the scheduler's printed.
Result<std::string> ask(const QString& program, const QStringList& arguments)
{
    if (QStandardPaths::findExecutable(program).isEmpty())
        return Error{
            LOCKSTEP_TEXT("There is no program %1 on this computer. Run this command on a host from which "
                          "jobs are submitted."),
            {program.toStdString()},
            {}};
    QProcess process;
    process.start(program, arguments, QIODevice::ReadOnly);
    if (!process.waitForFinished(kLimitMs)) {
        process.kill();
        process.waitForFinished(1000);
        return Error{LOCKSTEP_TEXT("%1 has not answered within %2 seconds."),
                     {program.toStdString(), std::to_string(kLimitMs / 1000)},
                     {}};
    }
    if (process.exitStatus() != QProcess::NormalExit || process.exitCode() != 0)
        return Error{LOCKSTEP_TEXT("%1 refused: %2"),
                     {program.toStdString(), printableTail(process.readAllStandardError().toStdString())},
                     {}};
    return process.readAllStandardOutput().trimmed().toStdString();
}

/// The value behind "KEY=" in a line of words.
std::string valueOf(std::string_view line, std::string_view key)
{
    const std::string wanted = " " + std::string(key) + "=";
    const auto at = line.find(wanted);
    if (at == std::string_view::npos)
        return {};
    line.remove_prefix(at + wanted.size());
    return std::string(line.substr(0, line.find(' ')));
}

} // namespace

Result<QString> submitScript(Scheduler scheduler, const QString& script)
{
    const bool isSlurm = scheduler == Scheduler::Slurm;
    auto answer = isSlurm ? ask(QStringLiteral("sbatch"), {QStringLiteral("--parsable"), script})
                          : ask(QStringLiteral("qsub"), {QStringLiteral("-terse"), script});
    if (!answer)
        return answer.error();
    // Slurm adds the cluster where there are several: "41;main".
    const QString job = QString::fromStdString(answer.value()).section(u';', 0, 0);
    const bool isNumber = !job.isEmpty() && std::ranges::all_of(job, [](QChar c) { return c.isDigit(); });
    if (!isNumber)
        return Error{LOCKSTEP_TEXT("%1 answered with %2, which is no number of a job."),
                     {isSlurm ? "sbatch" : "qsub", printableTail(answer.value())},
                     {}};
    return job;
}

Result<BatchState> slurmState(const QString& job)
{
    const auto line = ask(QStringLiteral("squeue"),
                          {QStringLiteral("-h"), QStringLiteral("-t"), QStringLiteral("all"),
                           QStringLiteral("-j"), job, QStringLiteral("-o"), QStringLiteral("%T|%r")});
    if (!line)
        return line.error();
    return parseSlurmState(line.value());
}

BatchState parseSlurmState(std::string_view line)
{
    const auto bar = std::min(line.find('|'), line.size());
    const std::string state(line.substr(0, bar));
    if (state == "PENDING" || state == "CONFIGURING" || state == "REQUEUED" || state == "SUSPENDED")
        return {BatchState::Kind::Waiting, std::string(line.substr(std::min(bar + 1, line.size())))};
    if (state == "RUNNING" || state == "COMPLETING")
        return {BatchState::Kind::Running, {}};
    return {BatchState::Kind::Ended, state};
}

Result<std::vector<BatchNode>> slurmNodes(const std::string& list)
{
    const auto text =
        ask(QStringLiteral("scontrol"), {QStringLiteral("-o"), QStringLiteral("show"),
                                         QStringLiteral("nodes"), QString::fromStdString(list)});
    if (!text)
        return text.error();
    return parseSlurmNodes(text.value());
}

std::vector<BatchNode> parseSlurmNodes(std::string_view text)
{
    std::vector<BatchNode> nodes;
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        if (line.starts_with("NodeName="))
            nodes.push_back({valueOf(line, "NodeAddr"), valueOf(line, "NodeHostName")});
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return nodes;
}

Result<Experiment> placedOn(Experiment experiment, const std::vector<BatchNode>& nodes,
                            const std::string& thisHost)
{
    std::size_t next = 0;
    for (const std::size_t index : hostsOf(placeProcesses(experiment))) {
        if (next == nodes.size())
            return Error{LOCKSTEP_TEXT("The scheduler has given %1 nodes, but the experiment takes more."),
                         {std::to_string(nodes.size())},
                         {}};
        const BatchNode& node = nodes[next++];
        Host& host = experiment.topology.hosts[index];
        const bool isHere = node.hostName == thisHost;
        host.connection = isHere ? Connection::Local : Connection::Ssh;
        host.address = isHere ? std::string() : node.address;
    }
    return experiment;
}

} // namespace lockstep

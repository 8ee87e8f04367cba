// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/launchers/batch_queue.h"

#include "engine/protocol/process_placement.h"
#include "remote/printable.h"

#include <QProcess>
#include <QStandardPaths>
#include <QXmlStreamReader>
#include <algorithm>
#include <pwd.h>
#include <unistd.h>

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

Result<BatchState> slurmState(const QString& job)
{
    const auto line = ask(QStringLiteral("squeue"),
                          {QStringLiteral("-h"), QStringLiteral("-t"), QStringLiteral("all"),
                           QStringLiteral("-j"), job, QStringLiteral("-o"), QStringLiteral("%T|%r")});
    if (!line)
        return line.error();
    return parseSlurmState(line.value());
}

/// Of whom the site's sge_qstat may make qstat show the jobs of all.
QString ownAccount()
{
    passwd entry{};
    passwd* found = nullptr;
    char buffer[4096];
    ::getpwuid_r(::geteuid(), &entry, buffer, sizeof buffer, &found);
    return found != nullptr ? QString::fromLocal8Bit(found->pw_name) : QStringLiteral("*");
}

Result<BatchState> gridEngineState(const QString& job)
{
    const auto xml =
        ask(QStringLiteral("qstat"), {QStringLiteral("-xml"), QStringLiteral("-u"), ownAccount()});
    if (!xml)
        return xml.error();
    auto state = parseGridEngineState(xml.value(), job.toStdString());
    if (!state || state->kind != BatchState::Kind::Waiting || state->reason.find('E') == std::string::npos)
        return state;
    // It waits until somebody has mended what is wrong.
    const auto details = ask(QStringLiteral("qstat"), {QStringLiteral("-j"), job});
    const std::string reason = details ? gridEngineErrorReason(details.value()) : std::string();
    if (!reason.empty())
        state->reason += ": " + reason;
    return state;
}

struct QueuedJob {
    QString number;
    QString state;
};

/// Of a job_list element, at whose start the reader is.
QueuedJob readJob(QXmlStreamReader& reader)
{
    QueuedJob job;
    while (reader.readNextStartElement()) {
        if (reader.name() == QLatin1String("JB_job_number"))
            job.number = reader.readElementText();
        else if (reader.name() == QLatin1String("state"))
            job.state = reader.readElementText();
        else
            reader.skipCurrentElement();
    }
    return job;
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

Result<BatchState> batchState(Scheduler scheduler, const QString& job)
{
    return scheduler == Scheduler::Slurm ? slurmState(job) : gridEngineState(job);
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

Result<BatchState> parseGridEngineState(std::string_view xml, std::string_view job)
{
    const QString wanted = QString::fromUtf8(job.data(), static_cast<qsizetype>(job.size()));
    QXmlStreamReader reader(QByteArray(xml.data(), static_cast<qsizetype>(xml.size())));
    std::optional<BatchState> found;
    while (!reader.atEnd()) {
        if (reader.readNext() != QXmlStreamReader::StartElement || reader.name() != QLatin1String("job_list"))
            continue;
        const bool waits = reader.attributes().value(QLatin1String("state")) == QLatin1String("pending");
        const QueuedJob read = readJob(reader);
        if (read.number == wanted)
            found = waits ? BatchState{BatchState::Kind::Waiting, read.state.toStdString()}
                          : BatchState{BatchState::Kind::Running, {}};
    }
    if (reader.hasError())
        return Error{LOCKSTEP_TEXT("qstat answered with what is no list of jobs: %1."),
                     {reader.errorString().toStdString()},
                     {}};
    return found.value_or(BatchState{BatchState::Kind::Ended, {}});
}

std::string gridEngineErrorReason(std::string_view text)
{
    const auto at = text.find("\nerror reason");
    if (at == std::string_view::npos)
        return {};
    text.remove_prefix(at + 1);
    text = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.find(':'), text.size()));
    text.remove_prefix(std::min(text.find_first_not_of(": "), text.size()));
    return printableTail(std::string(text));
}

Result<std::vector<BatchNode>> batchNodes(Scheduler scheduler, const std::string& list)
{
    if (scheduler == Scheduler::GridEngine)
        return parseGridEngineNodes(list);
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

std::vector<BatchNode> parseGridEngineNodes(std::string_view list)
{
    std::vector<BatchNode> nodes;
    for (;;) {
        list.remove_prefix(std::min(list.find_first_not_of(' '), list.size()));
        if (list.empty())
            return nodes;
        const std::string name(list.substr(0, list.find(' ')));
        nodes.push_back({name, name.substr(0, name.find('.'))});
        list.remove_prefix(name.size());
    }
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
        const bool isHere = node.hostName == thisHost || node.hostName == "localhost";
        host.connection = isHere ? Connection::Local : Connection::Ssh;
        host.address = isHere ? std::string() : node.address;
    }
    return experiment;
}

} // namespace lockstep

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/inventory/adoption.h"

#include "engine/protocol/roster.h"
#include "remote/mirrors/run_info_file.h"
#include "remote/mirrors/run_watch.h"
#include "remote/private_files.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <algorithm>
#include <cerrno>
#include <sys/stat.h>

namespace lockstep {

namespace {

/// Ids begin with when the run was; those of other programs tell when their attempt began.
QDateTime createdOf(const RunState& state)
{
    const QString id = QString::fromStdString(state.run);
    const QDateTime created = QDateTime::fromString(id.left(15), QStringLiteral("yyyyMMdd-HHmmss"));
    return created.isValid() ? created : QDateTime::fromMSecsSinceEpoch(state.startedMs);
}

void reachAs(Host& drawn, const Host& found)
{
    drawn.connection = found.connection;
    drawn.address = found.address;
    drawn.port = found.port;
    drawn.user = found.user;
}

/// "This computer" of the drawing is the other desktop's. Where the run was found on it, it is reached as
/// that; otherwise there is no way to it, and its names are told.
QStringList translate(Topology& topology, std::size_t index, const Host& found)
{
    const bool wasFoundThere = topology.hosts[index].connection == Connection::Local;
    QStringList elsewhere;
    for (Host& host : topology.hosts) {
        if (host.connection != Connection::Local)
            continue;
        if (wasFoundThere)
            reachAs(host, found);
        else if (!host.devices.empty())
            elsewhere.append(QString::fromStdString(host.name));
    }
    reachAs(topology.hosts[index], found);
    return elsewhere;
}

/// AttemptInfo::roster
QVector<int> rosterOf(const RunState& state, const Experiment& experiment)
{
    if (state.hosts == wholeRoster(experiment))
        return {};
    return {state.hosts.begin(), state.hosts.end()};
}

Result<void> write(const QString& folder, const RunState& state, const Experiment& experiment)
{
    if (const auto written = writeRunExperiment(folder, experiment); !written)
        return written;
    RunInfo info;
    info.id = QString::fromStdString(state.run);
    info.name = QString::fromStdString(experiment.name);
    info.created = createdOf(state);
    info.attempt = state.attempt;
    info.roster = rosterOf(state, experiment);
    info.phase = RunPhase::Training; // until whoever attaches has heard how it ended
    return writeRunInfo(folder, info);
}

/// The run may have gone on from another desktop since it was last watched here.
Result<void> catchUp(RunFolder& folder, const RunState& state, const Experiment& experiment)
{
    const RunInfo& info = folder.info();
    if (state.attempt <= info.attempt || isWatched(folder.path()))
        return {};
    const int epochs = experiment.training.epochs;
    RunInfo next = nextAttempt(info, {.epochs = epochs == folder.experiment().training.epochs ? 0 : epochs});
    next.attempt = state.attempt;
    next.roster = rosterOf(state, experiment);
    next.phase = RunPhase::Training;
    return folder.setInfo(next);
}

} // namespace

Result<AdoptedRun> adoptRun(const QString& runs, const RunState& state, const QByteArray& document,
                            const Host& found)
{
    auto experiment = parseExperiment(document.toStdString());
    if (!experiment)
        return experiment.error();
    const auto index = static_cast<std::size_t>(state.host);
    if (!isRunId(state.run) || index >= experiment->topology.hosts.size())
        return Error{LOCKSTEP_TEXT("The host's own files do not fit together: the run %1 has no host %2."),
                     {state.run, std::to_string(state.host)},
                     ""};
    AdoptedRun adopted;
    adopted.folder = QDir(runs).absoluteFilePath(QString::fromStdString(state.run));
    adopted.elsewhere = translate(experiment->topology, index, found);
    if (!makePrivateFolder(runs))
        return badRun(runs, LOCKSTEP_TEXT("the folder cannot be made"));
    const bool isNew = ::mkdir(QFile::encodeName(adopted.folder).constData(), 0700) == 0;
    if (!isNew && errno != EEXIST)
        return badRun(runs, LOCKSTEP_TEXT("no folder can be made in it"));
    if (isNew)
        if (const auto written = write(adopted.folder, state, *experiment); !written)
            return written.error();
    auto folder = RunFolder::open(adopted.folder);
    if (!folder)
        return folder.error();
    if (const auto moved = catchUp(folder.value(), state, *experiment); !moved)
        return moved.error();
    return adopted;
}

} // namespace lockstep

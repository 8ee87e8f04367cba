// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/result.h"
#include "remote/delivery/delivery_plan.h"
#include "remote/rehearsal/rehearsal_stage.h"

#include <QString>
#include <QStringList>
#include <optional>

namespace lockstep {

enum class Command {
    Window,
    Run,
    Rehearse,
    List,
    Attach,
    Stop,
    Resume,
    Checkpoints,
    Hosts,
    Sweep,
    Check,
    CopyData,
    ByHand,
    Submit,
    Plot,
    Trace,
    Export,
    Import,
    Demo,
    Help,
    Version
};

/// What a person asked for on the command line.
struct CommandLine {
    Command command = Command::Window;
    QString target; ///< FILE, EXPERIMENT, RUN or HOST; for Help the command asked about, none: all of them
    QStringList values;               ///< KEY=VALUE, in order
    QString runs;                     ///< folder of the runs; empty: the user's
    QString resume;                   ///< RUN that `run` goes on from, SWEEP that `sweep` goes on with
    int moreEpochs = 0;               ///< that `resume` adds to those of the run
    std::optional<qint64> fromStep{}; ///< checkpoint that `resume` begins at
    bool verifies = false;            ///< `checkpoints` compares them with their manifests
    std::optional<qint64> deletedStep{}, fetchedStep{}; ///< of `checkpoints`
    QString adoptedRun, endedRun;                       ///< RUN, of `hosts`
    QStringList removed;                                ///< from hosts: runs, deployments, "ended", "unused"
    bool isPaired = false;                              ///< the values of a sweep go together
    int runsAtOnce = 1;                                 ///< of a sweep
    QString output;           ///< file for `plot` and `trace`, file or folder for `export`
    bool checkpoints = false; ///< are exported too
    bool leavesLogs = false;  ///< behind, when it exports
    QStringList identities;   ///< key files
    QStringList knownHosts;
    std::optional<StageKind> stage{}; ///< of `rehearse`
    QStringList acts;                 ///< that `rehearse` does to its hosts and links
    bool shipsCuda = false;           ///< NVIDIA's libraries go to hosts that lack them
    QStringList batchOptions;         ///< for the scheduler that `submit` gives the experiment to
    QString scheduler;                ///< "slurm" or "sge"
    QString parallelEnvironment;      ///< Grid Engine's
    bool prints = false;              ///< `submit` shows its script and does no more
    bool json = false;
    bool offline = false;
    bool writes = false;              ///< `copy-data` changes the document
    std::optional<CopyWay> copyWay{}; ///< of `copy-data`; nothing: the faster one
    QString language;                 ///< of the window, "en" or "zh_CN"; empty: the settings'
    QString theme;                    ///< of the window, "dark" or "light"; empty: the settings'
    bool measuresStart = false;
};

/// Whether a first argument names a command (or asks for help or the version), so that no window opens.
bool isCommand(const QString& argument);

/// Arguments without the program's name; they are the window's where the first is no command. An error is the
/// person's to mend: ExitCode::Usage.
Result<CommandLine> parseCommandLine(const QStringList& arguments);

} // namespace lockstep

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/headless/commands.h"

#include <QCoreApplication>
#include <algorithm>

namespace lockstep {

namespace {

bool isAssignment(const QString& value)
{
    return value.indexOf(u'=') > 0;
}

bool isLanguage(const QString& value)
{
    return value == QLatin1String("en") || value == QLatin1String("zh_CN");
}

bool isTheme(const QString& value)
{
    return value == QLatin1String("dark") || value == QLatin1String("light");
}

bool isEpochCount(const QString& value)
{
    bool isNumber = false;
    const int count = value.toInt(&isNumber);
    return isNumber && count >= 1 && count <= 100'000;
}

bool isStep(const QString& value)
{
    bool isNumber = false;
    return value.toLongLong(&isNumber) >= 0 && isNumber;
}

std::optional<StageKind> stageCalled(const QString& value)
{
    if (value == QLatin1String("user"))
        return StageKind::User;
    if (value == QLatin1String("root"))
        return StageKind::Root;
    return value == QLatin1String("loopback") ? std::optional(StageKind::Loopback) : std::nullopt;
}

std::optional<CopyWay> wayCalled(const QString& value)
{
    if (value == QLatin1String("chain"))
        return CopyWay::Chain;
    return value == QLatin1String("direct") ? std::optional(CopyWay::Direct) : std::nullopt;
}

bool isWay(const QString& value)
{
    return wayCalled(value).has_value();
}

bool isStage(const QString& value)
{
    return stageCalled(value).has_value();
}

bool isScheduler(const QString& value)
{
    return value == QLatin1String("slurm") || value == QLatin1String("sge");
}

bool isRunCount(const QString& value)
{
    bool isNumber = false;
    const int count = value.toInt(&isNumber);
    return isNumber && count >= 1 && count <= 1000;
}

// clang-format off
const OptionSpec kSet{
    "set", "KEY=VALUE",
    QT_TRANSLATE_NOOP("Headless", "Set a key of the document, as training.batch=100."),
    [](CommandLine& line, const QString& value) { line.values.append(value); }, isAssignment};
const OptionSpec kDeterministic{
    "deterministic", nullptr,
    QT_TRANSLATE_NOOP("Headless", "Make every sum in a fixed order: training.deterministic=true."),
    [](CommandLine& line, const QString&) { line.values.append(QStringLiteral("training.deterministic=true")); }};
const OptionSpec kStage{
    "stage", "KIND",
    QT_TRANSLATE_NOOP("Headless", "How this computer becomes the hosts: user (namespaces), root, or loopback."),
    [](CommandLine& line, const QString& value) { line.stage = stageCalled(value); }, isStage};
const OptionSpec kAct{
    "act", "SECONDS:ACT:WHAT",
    QT_TRANSLATE_NOOP("Headless", "Do this so long after training has begun, as 20:slow-data:gpu-1. May be repeated. For "
                                  "a host: pause, continue, slow, relieve, slow-data, relieve-data, kill; for a link, "
                                  "by its ends: 20:limit=15Mbps:gpu-1,switch, cut, mend."),
    [](CommandLine& line, const QString& value) { line.acts.append(value); }};
const OptionSpec kResume{
    "resume", "RUN",
    QT_TRANSLATE_NOOP("Headless", "Go on with this run instead; leave EXPERIMENT out."),
    [](CommandLine& line, const QString& value) { line.resume = value; }};
const OptionSpec kMoreEpochs{
    "more-epochs", "N",
    QT_TRANSLATE_NOOP("Headless", "Train so many epochs more than the run was to, all of them: it does not stop "
                                  "early."),
    [](CommandLine& line, const QString& value) { line.moreEpochs = value.toInt(); }, isEpochCount};
const OptionSpec kFrom{
    "from", "STEP",
    QT_TRANSLATE_NOOP("Headless", "Begin at the checkpoint of this step; those after it are deleted. lockstep "
                                  "checkpoints lists them."),
    [](CommandLine& line, const QString& value) { line.fromStep = value.toLongLong(); }, isStep};
const OptionSpec kVerify{
    "verify", nullptr,
    QT_TRANSLATE_NOOP("Headless", "Compare every byte with the checksums, wherever the checkpoints are."),
    [](CommandLine& line, const QString&) { line.verifies = true; }};
const OptionSpec kFetchStep{
    "fetch", "STEP",
    QT_TRANSLATE_NOOP("Headless", "Copy the checkpoint of this step to this computer."),
    [](CommandLine& line, const QString& value) { line.fetchedStep = value.toLongLong(); }, isStep};
const OptionSpec kDeleteStep{
    "delete", "STEP",
    QT_TRANSLATE_NOOP("Headless", "Delete the checkpoint of this step, here and from its host."),
    [](CommandLine& line, const QString& value) { line.deletedStep = value.toLongLong(); }, isStep};
const OptionSpec kAdopt{
    "adopt", "RUN",
    QT_TRANSLATE_NOOP("Headless", "Put a run that was begun on another desktop among your own: watch, stop and resume "
                                  "it."),
    [](CommandLine& line, const QString& value) { line.adoptedRun = value; }};
const OptionSpec kEnd{
    "end", "RUN",
    QT_TRANSLATE_NOOP("Headless", "End a run, whoever began it: finish the step, write a checkpoint, leave. Of one that "
                                  "has ended, end the processes that it left."),
    [](CommandLine& line, const QString& value) { line.endedRun = value; }};
const OptionSpec kRemove{
    "remove", "WHAT",
    QT_TRANSLATE_NOOP("Headless", "Delete from the hosts a run that has ended, with its checkpoints, or a deployment "
                                  "that nothing uses; \"ended\" and \"unused\" are all of them. May be repeated."),
    [](CommandLine& line, const QString& value) { line.removed.append(value); }};
const OptionSpec kSetValues{
    "set", "KEY=VALUES",
    QT_TRANSLATE_NOOP("Headless", "The values of a key: a list as 0.1,0.01, or a range as 16..64:4 or 1e-4..0.1:4:log; "
                                  "every value of one key goes with every value of the others."),
    [](CommandLine& line, const QString& value) { line.values.append(value); }, isAssignment};
const OptionSpec kPaired{
    "paired", nullptr,
    QT_TRANSLATE_NOOP("Headless", "The first values of all keys go together, then the second ones, and so on."),
    [](CommandLine& line, const QString&) { line.isPaired = true; }};
const OptionSpec kAtOnce{
    "at-once", "N",
    QT_TRANSLATE_NOOP("Headless", "So many runs at the same time, each on hosts of its own."),
    [](CommandLine& line, const QString& value) { line.runsAtOnce = value.toInt(); }, isRunCount};
const OptionSpec kResumeSweep{
    "resume", "SWEEP",
    QT_TRANSLATE_NOOP("Headless", "Go on with what is left of this sweep (\"last\": the newest); leave EXPERIMENT out."),
    [](CommandLine& line, const QString& value) { line.resume = value; }};
const OptionSpec kRuns{
    "runs", "DIR",
    QT_TRANSLATE_NOOP("Headless", "Where runs are kept."),
    [](CommandLine& line, const QString& value) { line.runs = value; }};
const OptionSpec kJson{
    "json", nullptr,
    QT_TRANSLATE_NOOP("Headless", "End stdout with one line of JSON; progress goes to stderr."),
    [](CommandLine& line, const QString&) { line.json = true; }};
const OptionSpec kIdentity{
    "identity", "FILE",
    QT_TRANSLATE_NOOP("Headless", "A private key to log in with; may be repeated."),
    [](CommandLine& line, const QString& value) { line.identities.append(value); }};
const OptionSpec kKnownHosts{
    "known-hosts", "FILE",
    QT_TRANSLATE_NOOP("Headless", "Host keys to trust instead of the usual files; may be repeated. New ones are "
                                  "added to the first."),
    [](CommandLine& line, const QString& value) { line.knownHosts.append(value); }};
const OptionSpec kShipCuda{
    "ship-cuda", nullptr,
    QT_TRANSLATE_NOOP("Headless", "Send hosts with GPUs the libraries of NVIDIA that they lack and this computer has; "
                                  "lockstep check tells which, and their sizes."),
    [](CommandLine& line, const QString&) { line.shipsCuda = true; }};
const OptionSpec kOffline{
    "offline", nullptr,
    QT_TRANSLATE_NOOP("Headless", "Read the document only: no data, no hosts."),
    [](CommandLine& line, const QString&) { line.offline = true; }};
const OptionSpec kOutput{
    "output,o", "FILE",
    QT_TRANSLATE_NOOP("Headless", "The file to write: a .png, .svg or .pdf (also -o)."),
    [](CommandLine& line, const QString& value) { line.output = value; }};
const OptionSpec kExportOutput{
    "output,o", "FILE",
    QT_TRANSLATE_NOOP("Headless", "What to write: a report as .html or .pdf, a .csv, .jsonl or .lockstep-run, or a "
                                  "folder for TensorBoard (also -o)."),
    [](CommandLine& line, const QString& value) { line.output = value; }};
const OptionSpec kCheckpoints{
    "checkpoints", nullptr,
    QT_TRANSLATE_NOOP("Headless", "With the checkpoints that are on this computer, in a .lockstep-run."),
    [](CommandLine& line, const QString&) { line.checkpoints = true; }};
const OptionSpec kNoLogs{
    "no-logs", nullptr,
    QT_TRANSLATE_NOOP("Headless", "Without the text logs, in a .lockstep-run."),
    [](CommandLine& line, const QString&) { line.leavesLogs = true; }};
const OptionSpec kTraceFile{
    "output,o", "FILE",
    QT_TRANSLATE_NOOP("Headless", "The file to write: a .json (also -o)."),
    [](CommandLine& line, const QString& value) { line.output = value; }};
const OptionSpec kTo{
    "to", "slurm|sge",
    QT_TRANSLATE_NOOP("Headless", "Who hands out the hosts: Slurm (without this option), or Grid Engine."),
    [](CommandLine& line, const QString& value) { line.scheduler = value; }, isScheduler};
const OptionSpec kBatchOption{
    "option", "OPTION",
    QT_TRANSLATE_NOOP("Headless", "An option for the scheduler, as --option=--partition=gpu; may be repeated."),
    [](CommandLine& line, const QString& value) { line.batchOptions.append(value); }};
const OptionSpec kParallelEnvironment{
    "pe", "NAME",
    QT_TRANSLATE_NOOP("Headless", "Grid Engine's parallel environment, of one slot on each host."),
    [](CommandLine& line, const QString& value) { line.parallelEnvironment = value; }};
const OptionSpec kPrint{
    "print", nullptr,
    QT_TRANSLATE_NOOP("Headless", "Show the script, and do no more."),
    [](CommandLine& line, const QString&) { line.prints = true; }};
const OptionSpec kLanguage{
    "language", "en|zh_CN",
    QT_TRANSLATE_NOOP("Headless", "The language of the window, instead of the one in the settings."),
    [](CommandLine& line, const QString& value) { line.language = value; }, isLanguage};
const OptionSpec kTheme{
    "theme-name", "dark|light",
    QT_TRANSLATE_NOOP("Headless", "The theme of the window, instead of the one in the settings."),
    [](CommandLine& line, const QString& value) { line.theme = value; }, isTheme};
const OptionSpec kMeasureStart{
    "measure-start", nullptr,
    QT_TRANSLATE_NOOP("Headless", "Print the time to the first paint in ms, and quit."),
    [](CommandLine& line, const QString&) { line.measuresStart = true; }};
const OptionSpec kVersion{
    "version,v", nullptr,
    QT_TRANSLATE_NOOP("Headless", "Say which version this is."),
    [](CommandLine& line, const QString&) { line.command = Command::Version; }};
const OptionSpec kWrite{
    "write", nullptr,
    QT_TRANSLATE_NOOP("Headless", "Put the path of the copies into the document."),
    [](CommandLine& line, const QString&) { line.writes = true; }};
const OptionSpec kWay{
    "way", "chain|direct",
    QT_TRANSLATE_NOOP("Headless", "From host to host, or from this computer to each of them; without it the way that "
                                  "is faster by the drawing, where this computer stands in it."),
    [](CommandLine& line, const QString& value) { line.copyWay = wayCalled(value); }, isWay};
const OptionSpec kHelp{
    "help,h", nullptr,
    QT_TRANSLATE_NOOP("Headless", "Say this."),
    nullptr};

const std::vector<CommandSpec> kCommands = {
    {Command::Window, "", Target::File, "[FILE] [options]",
     QT_TRANSLATE_NOOP("Headless", "Open the window."),
     {&kLanguage, &kTheme, &kMeasureStart, &kVersion, &kHelp}},
    {Command::Run, "run", Target::Experiment, "run EXPERIMENT [options]",
     QT_TRANSLATE_NOOP("Headless", "Train an experiment and show its progress."),
     {&kSet, &kDeterministic, &kResume, &kShipCuda, &kRuns, &kJson, &kIdentity, &kKnownHosts, &kHelp}},
    {Command::Rehearse, "rehearse", Target::Experiment, "rehearse EXPERIMENT [options]",
     QT_TRANSLATE_NOOP("Headless", "Train an experiment on this computer, over links as slow as the drawn ones."),
     {&kSet, &kDeterministic, &kStage, &kAct, &kRuns, &kJson, &kHelp}},
    {Command::Submit, "submit", Target::Experiment, "submit EXPERIMENT [options]",
     QT_TRANSLATE_NOOP("Headless", "Train an experiment on hosts that a scheduler hands out, and watch it."),
     {&kTo, &kBatchOption, &kParallelEnvironment, &kPrint, &kSet, &kRuns, &kJson, &kIdentity, &kKnownHosts, &kHelp}},
    {Command::ByHand, "commands", Target::Experiment, "commands EXPERIMENT [options]",
     QT_TRANSLATE_NOOP("Headless", "Show the commands that a person would type to do the same by hand."),
     {&kHelp}},
    {Command::List, "list", Target::None, "list [options]",
     QT_TRANSLATE_NOOP("Headless", "List the runs, newest first."),
     {&kRuns, &kJson, &kHelp}},
    {Command::Attach, "attach", Target::Run, "attach RUN [options]",
     QT_TRANSLATE_NOOP("Headless", "Watch a run until it ends."),
     {&kRuns, &kJson, &kIdentity, &kKnownHosts, &kHelp}},
    {Command::Stop, "stop", Target::Run, "stop RUN [options]",
     QT_TRANSLATE_NOOP("Headless", "End a run: finish the step, write a checkpoint, leave."),
     {&kRuns, &kJson, &kIdentity, &kKnownHosts, &kHelp}},
    {Command::Resume, "resume", Target::Run, "resume RUN [options]",
     QT_TRANSLATE_NOOP("Headless", "Go on with a run from its newest checkpoint."),
     {&kMoreEpochs, &kFrom, &kShipCuda, &kRuns, &kJson, &kIdentity, &kKnownHosts, &kHelp}},
    {Command::Checkpoints, "checkpoints", Target::Run, "checkpoints RUN [options]",
     QT_TRANSLATE_NOOP("Headless", "List the checkpoints of a run; verify, fetch or delete them."),
     {&kVerify, &kFetchStep, &kDeleteStep, &kRuns, &kJson, &kIdentity, &kKnownHosts, &kHelp}},
    {Command::Hosts, "hosts", Target::Hosts, "hosts [HOST|EXPERIMENT] [options]",
     QT_TRANSLATE_NOOP("Headless", "List what hosts keep: runs, whoever began them, and deployments; adopt, end, remove."),
     {&kAdopt, &kEnd, &kRemove, &kRuns, &kJson, &kIdentity, &kKnownHosts, &kHelp}},
    {Command::Sweep, "sweep", Target::Experiment, "sweep EXPERIMENT --set KEY=VALUES",
     QT_TRANSLATE_NOOP("Headless", "Train an experiment with several values of its keys, one run after the other."),
     {&kSetValues, &kPaired, &kAtOnce, &kResumeSweep, &kShipCuda, &kRuns, &kJson, &kIdentity, &kKnownHosts, &kHelp}},
    {Command::Check, "check", Target::Experiment, "check EXPERIMENT [options]",
     QT_TRANSLATE_NOOP("Headless", "Say everything that keeps an experiment from running; its hosts are tested."),
     {&kSet, &kJson, &kOffline, &kIdentity, &kKnownHosts, &kHelp}},
    {Command::CopyData, "copy-data", Target::Experiment, "copy-data EXPERIMENT [options]",
     QT_TRANSLATE_NOOP("Headless", "Copy the data of an experiment to its hosts; what was cut off goes on."),
     {&kSet, &kWrite, &kWay, &kIdentity, &kKnownHosts, &kHelp}},
    {Command::Plot, "plot", Target::Run, "plot RUN -o FILE [options]",
     QT_TRANSLATE_NOOP("Headless", "Draw the curves of a run, or of another program's log, on a page for print."),
     {&kRuns, &kOutput, &kHelp}},
    {Command::Export, "export", Target::Run, "export RUN -o FILE [options]",
     QT_TRANSLATE_NOOP("Headless", "Write a run for other programs, as a report, or as one file for another desktop."),
     {&kExportOutput, &kCheckpoints, &kNoLogs, &kRuns, &kHelp}},
    {Command::Import, "import", Target::File, "import FILE [options]",
     QT_TRANSLATE_NOOP("Headless", "Put a run that came as a .lockstep-run among your own."),
     {&kRuns, &kHelp}},
    {Command::Trace, "trace", Target::Run, "trace RUN -o FILE [options]",
     QT_TRANSLATE_NOOP("Headless", "Write when the parts of the steps were under way, for ui.perfetto.dev."),
     {&kRuns, &kTraceFile, &kHelp}},
    {Command::Demo, "demo", Target::None, "demo [options]",
     QT_TRANSLATE_NOOP("Headless", "Train the built-in digits on this computer and draw the curves."),
     {&kSet, &kDeterministic, &kRuns, &kJson, &kHelp}},
};
// clang-format on

} // namespace

QStringList OptionSpec::names() const
{
    return QString::fromLatin1(nameList).split(u',');
}

const std::vector<CommandSpec>& commandSpecs()
{
    return kCommands;
}

const CommandSpec* findCommand(const QString& name)
{
    const auto found = std::find_if(kCommands.begin(), kCommands.end(), [&](const CommandSpec& command) {
        return name == QLatin1String(command.name);
    });
    return found == kCommands.end() ? nullptr : &*found;
}

const OptionSpec* findOption(const CommandSpec& command, const QString& name)
{
    const auto found = std::find_if(command.options.begin(), command.options.end(),
                                    [&](const OptionSpec* option) { return option->names().contains(name); });
    return found == command.options.end() ? nullptr : *found;
}

} // namespace lockstep

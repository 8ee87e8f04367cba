// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/headless/headless.h"

#include "app/headless/by_hand_command.h"
#include "app/headless/check_command.h"
#include "app/headless/checkpoints_command.h"
#include "app/headless/command_help.h"
#include "app/headless/copy_data_command.h"
#include "app/headless/exchange_commands.h"
#include "app/headless/headless_run.h"
#include "app/headless/headless_sweep.h"
#include "app/headless/hosts_command.h"
#include "app/headless/list_command.h"
#include "app/headless/plot_command.h"
#include "app/headless/rehearse_command.h"
#include "app/headless/run_lookup.h"
#include "app/headless/submit_command.h"
#include "app/headless/trace_command.h"
#include "app/settings/program_paths.h"
#include "app/settings/settings.h"
#include "app/text/error_text.h"
#include "app/text/language.h"
#include "app/theme/theme.h"
#include "engine/protocol/exit_code.h"

#include <QApplication>
#include <QDir>
#include <QFileInfo>
#include <cstdio>
#include <memory>

namespace lockstep {

namespace {

HeadlessRun::Output outputOf(const CommandLine& line)
{
    return line.json ? HeadlessRun::Output::Json : HeadlessRun::Output::Text;
}

HeadlessRun::Outcome train(const CommandLine& line, const QString& file)
{
    const Result<Experiment> experiment = readExperiment(file, line.values);
    if (!experiment)
        return {refuse(experiment.error(), ExitCode::InvalidExperiment), {}};
    const std::vector<Error> errors = checkExperiment(*experiment);
    if (!errors.empty()) {
        printErrors(errors);
        return {static_cast<int>(ExitCode::InvalidExperiment), {}};
    }
    return HeadlessRun(remoteOptionsOf(line), outputOf(line)).start(*experiment);
}

/// attach, stop and resume, which differ in one word; plot, trace and checkpoints.
int withRun(const CommandLine& line, const QString& name, Command command)
{
    const Result<RunFolder> folder = findRun(line.runs, name);
    if (!folder)
        return refuse(folder.error(), ExitCode::Usage);
    if (command == Command::Plot) {
        const Result<void> drawn = drawCurves(*folder, line.output);
        return drawn ? 0 : refuse(drawn.error(), ExitCode::Failure);
    }
    if (command == Command::Export) {
        const Result<void> written =
            exportRun(*folder, line.output, {.logs = !line.leavesLogs, .checkpoints = line.checkpoints});
        return written ? 0 : refuse(written.error(), ExitCode::Failure);
    }
    if (command == Command::Checkpoints)
        return runCheckpoints(line, *folder);
    if (command == Command::Trace)
        return exportTrace(*folder, line.output);
    HeadlessRun run(remoteOptionsOf(line), outputOf(line));
    switch (command) {
    case Command::Stop: {
        // A run that ends as stopped is what was asked for.
        const int code = run.stop(*folder).exitCode;
        return code == static_cast<int>(ExitCode::Stopped) ? 0 : code;
    }
    case Command::Resume:
        return run.resume(*folder, line.moreEpochs, line.fromStep).exitCode;
    default:
        return run.attach(*folder).exitCode;
    }
}

int demonstrate(const CommandLine& line)
{
    const HeadlessRun::Outcome outcome =
        train(line, programPaths().templates + QStringLiteral("/digits-local.lockstep.json"));
    if (outcome.folder.isEmpty())
        return outcome.exitCode;
    const QString file = outcome.folder + QStringLiteral("/curves.png");
    const Result<RunFolder> folder = RunFolder::open(outcome.folder);
    const Result<void> drawn = folder ? drawCurves(*folder, file) : Result<void>(folder.error());
    if (!drawn)
        return refuse(drawn.error(), ExitCode::Failure);
    std::fprintf(line.json ? stderr : stdout, "%s\n",
                 qUtf8Printable(QCoreApplication::translate("Headless", "curves %1").arg(file)));
    return outcome.exitCode;
}

int import(const CommandLine& line)
{
    const Result<QString> folder = importRun(line.target, line.runs);
    if (!folder)
        return refuse(folder.error(), ExitCode::Failure);
    std::printf("%s\n", qUtf8Printable(*folder));
    return 0;
}

/// A word that is neither a command nor a file nor an option is a misspelt command, not a document.
bool isMisspelt(const QString& argument)
{
    return !argument.startsWith(u'-') && !argument.contains(u'.') && !argument.contains(u'/') &&
           !QFileInfo::exists(argument);
}

/// Curves are drawn by widgets; the offscreen platform needs no display.
std::unique_ptr<QCoreApplication> makeApplication(const QString& command, int& argc, char** argv)
{
    static const QStringList kDrawing{QStringLiteral("plot"), QStringLiteral("demo"),
                                      QStringLiteral("export")};
    if (!kDrawing.contains(command))
        return std::make_unique<QCoreApplication>(argc, argv);
    qputenv("QT_QPA_PLATFORM", "offscreen");
    return std::make_unique<QApplication>(argc, argv);
}

} // namespace

RemoteOptions remoteOptionsOf(const CommandLine& line)
{
    RemoteOptions options = defaultRemoteOptions();
    options.runsFolder = line.runs;
    options.sendsLibraries = line.shipsCuda;
    if (!line.identities.isEmpty())
        options.identityFiles = line.identities;
    if (!line.knownHosts.isEmpty()) {
        options.knownHostsFiles = line.knownHosts;
        options.ownKnownHostsFile = line.knownHosts.first();
    }
    return options;
}

int refuse(const Error& error, ExitCode code)
{
    printErrors({error});
    return static_cast<int>(code);
}

int runCommand(const CommandLine& line)
{
    switch (line.command) {
    case Command::Help:
        std::printf("%s", qUtf8Printable(helpText(line.target)));
        return 0;
    case Command::Version:
        std::printf("lockstep %s\n", LOCKSTEP_VERSION);
        return 0;
    case Command::List:
        return runList(line.runs, programPaths().engine, line.json);
    case Command::Check:
        return runCheck(line);
    case Command::CopyData:
        return runCopyData(line);
    case Command::Import:
        return import(line);
    case Command::Demo:
        return demonstrate(line);
    case Command::Run:
        return line.resume.isEmpty() ? train(line, line.target).exitCode
                                     : withRun(line, line.resume, Command::Resume);
    case Command::Rehearse:
        return runRehearsal(line);
    case Command::ByHand:
        return runByHand(line);
    case Command::Submit:
        return runSubmit(line);
    case Command::Sweep:
        return runSweep(line);
    case Command::Hosts:
        return runHosts(line);
    case Command::Plot:
        if (QFileInfo(line.target).isFile()) {
            const Result<void> drawn = drawLog(line.target, line.output);
            return drawn ? 0 : refuse(drawn.error(), ExitCode::Failure);
        }
        [[fallthrough]];
    default: // attach, stop, resume, checkpoints, plot, trace and export
        return withRun(line, line.target, line.command);
    }
}

std::optional<int> runHeadless(int& argc, char** argv)
{
    const QString first = argc > 1 ? QString::fromLocal8Bit(argv[1]) : QString();
    if (first.isEmpty() || (!isCommand(first) && !isMisspelt(first)))
        return {};
    // Before Qt takes options of its own out of them.
    QStringList arguments;
    for (int i = 1; i < argc; ++i)
        arguments.append(QString::fromLocal8Bit(argv[i]));
    QCoreApplication::setOrganizationName(QStringLiteral("lockstep"));
    QCoreApplication::setApplicationName(QStringLiteral("lockstep"));
    const std::unique_ptr<QCoreApplication> application = makeApplication(first, argc, argv);
    const Settings settings = loadSettings();
    setRateUnit(settings.rateUnit);
    installLanguage(*application, chosenLanguage(settings.language));
    if (auto* widgets = qobject_cast<QApplication*>(application.get()))
        applyTheme(*widgets, themeOf(settings.theme));
    if (!isCommand(first))
        return refuse(
            {LOCKSTEP_TEXT("%1 is neither a command nor a file. lockstep --help lists the commands."),
             {first.toStdString()},
             {}},
            ExitCode::Usage);
    Result<CommandLine> line = parseCommandLine(arguments);
    if (!line)
        return refuse(line.error(), ExitCode::Usage);
    if (line->runs.isEmpty())
        line->runs = settings.runsFolder.isEmpty() ? defaultRunsFolder() : settings.runsFolder;
    line->runs = QDir(line->runs).absolutePath();
    return runCommand(*line);
}

} // namespace lockstep

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/cli/subcommand.h"

#include "engine/cli/experiment_file.h"
#include "engine/cli/launched_supervisor.h"
#include "engine/cli/token_file.h"
#include "engine/core/error.h"
#include "engine/host/self_command.h"
#include "engine/host/supervisor_process.h"
#include "engine/protocol/resume_point.h"
#include "engine/protocol/run_files.h"

#include <cstdlib>

namespace lockstep {
namespace {

SupervisorOptions supervisorOptions()
{
    SupervisorOptions options;
    options.rankCommand = selfCommand();
    options.rankCommand.insert(options.rankCommand.end(), {"train", "--launch-stdin"});
    return options;
}

LaunchedRun readRun(const Arguments& arguments, const RankEnvironment& environment)
{
    LaunchedRun launched;
    launched.run = arguments.value("--run");
    if (!isRunId(launched.run))
        throw EngineError(
            ExitCode::Usage,
            Error{LOCKSTEP_TEXT("--run names the run: 1 to 64 of a-z, 0-9 and hyphen, which is not "
                                "the first; found \"%1\"."),
                  {launched.run},
                  {}});
    launched.experiment = readExperimentFile(arguments.positional().front());
    // A launcher that starts a failed job again wants it to go on.
    launched.resume = environment.restarts > 0 ? std::string(kResumeLatest) : arguments.value("--resume");
    const char* variable = std::getenv("LOCKSTEP_TOKEN_FILE");
    const std::string file = arguments.value("--token-file", variable ? variable : "");
    if (environment.worldSize > 1)
        launched.token = readTokenFile(file);
    launched.address = arguments.value("--address");
    return launched;
}

ExitCode supervise(const Arguments& arguments)
{
    if (!arguments.positional().empty()) {
        const RankEnvironment environment =
            readRankEnvironment([](const char* name) { return std::getenv(name); });
        return superviseLaunched(readRun(arguments, environment), environment, supervisorOptions());
    }
    superviseFromStandardInput(supervisorOptions());
    return ExitCode::Success;
}

} // namespace

Subcommand superviseCommand()
{
    return {
        "supervise",
        "Owns the ranks of one run on this host; started by attach, or by srun, mpirun, ... once on each "
        "host.",
        {},
        {"EXPERIMENT.lockstep.json"},
        {{"--run", "ID", "the run's name, the same on all hosts"},
         {"--resume", "NAME", "go on from this checkpoint of the run; latest: the newest that verifies"},
         {"--token-file", "FILE",
          "by which several hosts trust each other: 64 hexadecimal digits that nobody else can read"},
         {"--address", "ADDRESS", "where this host's ranks listen; without it where the others are reached"}},
        supervise};
}

} // namespace lockstep

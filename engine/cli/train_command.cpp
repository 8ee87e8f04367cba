// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/cli/subcommand.h"

#include "engine/checkpoint/checkpoint.h"
#include "engine/cli/experiment_file.h"
#include "engine/cli/launched_rank.h"
#include "engine/cli/token_file.h"
#include "engine/core/error.h"
#include "engine/core/processor.h"
#include "engine/core/stack_trace.h"
#include "engine/protocol/experiment.h"
#include "engine/protocol/imitation.h"
#include "engine/protocol/rank_launch.h"
#include "engine/protocol/resume_point.h"
#include "engine/protocol/run_files.h"
#include "engine/train/imitated_device.h"
#include "engine/train/rank_run.h"
#include "engine/train/server_run.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <iostream>

namespace lockstep {
namespace {

namespace fs = std::filesystem;

/// One line of at most the size of an experiment, however much comes.
RankLaunch readLaunch()
{
    std::string line;
    for (char c = 0; std::cin.get(c) && c != '\n';) {
        line.push_back(c);
        if (line.size() > 2 * kMaxExperimentBytes)
            throwUsage(LOCKSTEP_TEXT("The launch on standard input is longer than %1 bytes."),
                       {std::to_string(2 * kMaxExperimentBytes)});
    }
    return valueOrThrow(parseRankLaunch(line), ExitCode::Usage);
}

/// 1 + the highest attempt-<n> in the run folder.
int nextAttempt(const fs::path& runFolder)
{
    int highest = 0;
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(runFolder, ignored)) {
        highest = std::max(highest, attemptOf(entry.path().filename().string()).value_or(0));
    }
    return highest + 1;
}

int readThreads(const std::string& text)
{
    int threads = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), threads);
    if (failure != std::errc() || end != text.data() + text.size() || threads < 1 || threads > 1024)
        throwUsage(LOCKSTEP_TEXT("--threads takes a number from 1 to 1024, but was given \"%1\"."), {text});
    return threads;
}

std::string readResume(const Arguments& arguments, const RankEnvironment& environment)
{
    const std::string resume = arguments.value("--resume");
    if (!resume.empty() && resume != kResumeLatest && !stepOfCheckpoint(resume))
        throwUsage(
            LOCKSTEP_TEXT("--resume takes \"latest\" or the name of a checkpoint, as step-00000600, but "
                          "was given \"%1\"."),
            {resume});
    // A launcher that starts a failed job again wants it to go on.
    return environment.restarts > 0 ? std::string(kResumeLatest) : resume;
}

/// Of several ranks, whom no supervisor tells it.
std::string readToken(const Arguments& arguments, const RankEnvironment& environment)
{
    const char* variable = std::getenv("LOCKSTEP_TOKEN_FILE");
    const std::string path = arguments.value("--token-file", variable ? variable : "");
    if (path.empty())
        throwUsage(LOCKSTEP_TEXT(
                       "This process was started as rank %1 of %2. Ranks trust each other by a token: name a "
                       "file that all of them can read and nobody else, with --token-file FILE or "
                       "LOCKSTEP_TOKEN_FILE. This makes one: (umask 077; openssl rand -hex 32 > FILE)."),
                   {std::to_string(environment.rank), std::to_string(environment.worldSize)});
    return readTokenFile(path);
}

bool holdsCheckpoints(const fs::path& runFolder)
{
    return fs::exists(runFolder / "checkpoints") && !fs::is_empty(runFolder / "checkpoints");
}

RankLaunch launchByHand(const Arguments& arguments, const StopFlag& stop)
{
    if (arguments.positional().empty() || !arguments.has("--run-folder"))
        throwUsage(LOCKSTEP_TEXT(
                       "lockstep-engine train needs an experiment and --run-folder DIR, or --launch-stdin."),
                   {});
    const RankEnvironment environment =
        readRankEnvironment([](const char* name) { return std::getenv(name); });
    const Experiment experiment = readExperimentFile(arguments.positional().front());
    const fs::path folder = fs::absolute(arguments.value("--run-folder")).lexically_normal();
    RankLaunch launch;
    launch.experiment = toJson(experiment);
    launch.run = "by-hand";
    launch.runFolder = folder.string();
    launch.attempt = nextAttempt(folder);
    launch.resume = readResume(arguments, environment);
    launch.threads = arguments.has("--threads") ? readThreads(arguments.value("--threads")) : 0;
    if (launch.resume.empty() && holdsCheckpoints(folder))
        throwUsage(LOCKSTEP_TEXT(
                       "The run folder %1 holds checkpoints already. Add --resume latest to go on from them, "
                       "or choose another folder."),
                   {launch.runFolder});
    if (environment.worldSize > 1) {
        requireFits(experiment, environment);
        launch.token = readToken(arguments, environment);
        meetLaunchedRanks(launch, experiment, environment, parseRunToken(launch.token), stop);
    }
    if (launch.threads == 0)
        launch.threads = usableCores();
    return launch;
}

/// A rehearsal names the file by which its data are slowed (kSlowData), and, of more ranks than there are
/// cores, the one by which they take turns (kImitateCompute).
RankFactories rankFactories()
{
    RankFactories factories;
    if (const char* const file = std::getenv(kImitateCompute))
        factories.device = [turns = std::shared_ptr<ComputeTurns>(turnsBy(file))](Device device) {
            return imitating(makeTrainingDevice(device), turns);
        };
    if (const char* const file = std::getenv(kSlowData))
        factories.brake = std::make_shared<LoaderBrake>(file);
    return factories;
}

ExitCode runTrain(const Arguments& arguments)
{
    const bool launched = arguments.has("--launch-stdin");
    if (launched && !arguments.positional().empty())
        throwUsage(LOCKSTEP_TEXT("--launch-stdin brings its own experiment; \"%1\" is one too many."),
                   {arguments.positional().front()});
    answerWithStack();
    leaveStackOfCrash();
    StopFlag stop;
    stopOnSignals(stop);
    const RankLaunch launch = launched ? readLaunch() : launchByHand(arguments, stop);
    if (launch.role == Role::Server)
        return runServer(launch, stop);
    // Of several ranks the first speaks for all; each has its log in the run folder.
    const bool echoes = !launched && launch.rank == 0;
    return runRank(launch, stop, echoes ? RankRecorder::Echo::ToStandardOutput : RankRecorder::Echo::No,
                   rankFactories());
}

} // namespace

Subcommand trainCommand()
{
    return {
        "train",
        "Trains one rank of an experiment; torchrun, mpirun and srun may start several.",
        {},
        {"EXPERIMENT.lockstep.json"},
        {{"--run-folder", "DIR", "where journals, logs and checkpoints go"},
         {"--resume", "NAME",
          "go on from this checkpoint in the run folder; latest: the newest that verifies"},
         {"--threads", "N", "worker threads; without it the usable cores, shared with other ranks on them"},
         {"--token-file", "FILE",
          "by which several ranks trust each other: 64 hexadecimal digits that nobody else can read"},
         {"--launch-stdin", "", "read everything as one line of JSON from standard input (for supervisors)"}},
        runTrain};
}

} // namespace lockstep

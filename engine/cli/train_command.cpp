// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/cli/subcommand.h"

#include "engine/checkpoint/checkpoint.h"
#include "engine/cli/experiment_file.h"
#include "engine/cli/rank_environment.h"
#include "engine/core/error.h"
#include "engine/core/processor.h"
#include "engine/protocol/experiment.h"
#include "engine/protocol/rank_launch.h"
#include "engine/protocol/run_files.h"
#include "engine/train/rank_run.h"
#include "engine/train/server_run.h"
#include "engine/train/starting_point.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <iostream>

namespace lockstep {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void throwUsage(std::string text, std::vector<Sentence> arguments)
{
    throw EngineError(ExitCode::Usage, Error{std::move(text), std::move(arguments), {}});
}

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

RankLaunch launchByHand(const Arguments& arguments)
{
    if (arguments.positional().empty() || !arguments.has("--run-folder"))
        throwUsage(LOCKSTEP_TEXT(
                       "lockstep-engine train needs an experiment and --run-folder DIR, or --launch-stdin."),
                   {});
    const RankEnvironment environment =
        readRankEnvironment([](const char* name) { return std::getenv(name); });
    if (environment.worldSize > 1)
        throwUsage(LOCKSTEP_TEXT(
                       "This process was started as rank %1 of %2. Several ranks are started by a supervisor "
                       "(\"lockstep run\" on the desktop), which gives each its secrets with "
                       "--launch-stdin; by hand, one rank trains alone."),
                   {std::to_string(environment.rank), std::to_string(environment.worldSize)});
    const std::string resume = arguments.value("--resume");
    if (!resume.empty() && resume != kResumeLatest && !stepOfCheckpoint(resume))
        throwUsage(
            LOCKSTEP_TEXT("--resume takes \"latest\" or the name of a checkpoint, as step-00000600, but "
                          "was given \"%1\"."),
            {resume});

    RankLaunch launch;
    launch.experiment = toJson(readExperimentFile(arguments.positional().front()));
    const fs::path folder = fs::absolute(arguments.value("--run-folder")).lexically_normal();
    launch.run = "by-hand";
    launch.runFolder = folder.string();
    launch.attempt = nextAttempt(folder);
    launch.resume = resume;
    launch.threads = arguments.has("--threads") ? readThreads(arguments.value("--threads"))
                                                : std::max(1, usableCores() / environment.localWorldSize);
    if (resume.empty() && fs::exists(folder / "checkpoints") && !fs::is_empty(folder / "checkpoints"))
        throwUsage(LOCKSTEP_TEXT(
                       "The run folder %1 holds checkpoints already. Add --resume latest to go on from them, "
                       "or choose another folder."),
                   {launch.runFolder});
    return launch;
}

ExitCode runTrain(const Arguments& arguments)
{
    const bool launched = arguments.has("--launch-stdin");
    if (launched && !arguments.positional().empty())
        throwUsage(LOCKSTEP_TEXT("--launch-stdin brings its own experiment; \"%1\" is one too many."),
                   {arguments.positional().front()});
    const RankLaunch launch = launched ? readLaunch() : launchByHand(arguments);
    StopFlag stop;
    stopOnSignals(stop);
    if (launch.role == Role::Server)
        return runServer(launch, stop);
    return runRank(launch, stop, launched ? RankRecorder::Echo::No : RankRecorder::Echo::ToStandardOutput);
}

} // namespace

Subcommand trainCommand()
{
    return {
        "train",
        "Trains one rank of an experiment.",
        {},
        {"EXPERIMENT.lockstep.json"},
        {{"--run-folder", "DIR", "where journals, logs and checkpoints go"},
         {"--resume", "NAME",
          "go on from this checkpoint in the run folder; latest: the newest that verifies"},
         {"--threads", "N", "worker threads; all usable cores without it"},
         {"--launch-stdin", "", "read everything as one line of JSON from standard input (for supervisors)"}},
        runTrain};
}

} // namespace lockstep

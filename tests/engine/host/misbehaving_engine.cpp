// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/cli/subcommand.h"
#include "engine/core/error.h"
#include "engine/core/stack_trace.h"
#include "engine/distributed/hostwise_process_group.h"
#include "engine/distributed/process_group.h"
#include "engine/host/self_command.h"
#include "engine/host/supervisor_process.h"
#include "engine/protocol/experiment.h"
#include "engine/protocol/journal.h"
#include "engine/protocol/rank_launch.h"

#include <array>
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <unistd.h>

/// An engine whose ranks learn nothing but misbehave on demand. The experiment's name is the script:
/// "0=exit 4,1=loop" gives rank 0 the action "exit 4"; "*" stands for all ranks, and "1@2" for rank 1 in the
/// second attempt; the first that fits counts. Actions:
///   loop        collectives until asked to stop       ok MS      success after MS milliseconds
///   exit CODE   ends with that code                   lost RANK  ends as if RANK had been lost
///   deaf        as loop, but ignores SIGTERM          fork       as loop, with a detached grandchild
///   die SIGNAL  kills itself                          spin STEPS as loop, but computes for ever after so
///   many save MS     as loop, but a checkpoint takes so many milliseconds when it stops; 0: the disk never
///   takes it
namespace {

using namespace lockstep;

std::atomic<bool> g_stop = false; // any thread may get the signal
static_assert(std::atomic<bool>::is_always_lock_free);

struct Action {
    std::string verb = "loop";
    int number = 0;
};

bool isMeant(const std::string& who, const RankLaunch& launch)
{
    const auto at = who.find('@');
    const std::string rank = who.substr(0, at);
    return (rank == "*" || rank == std::to_string(launch.rank)) &&
           (at == std::string::npos || who.substr(at + 1) == std::to_string(launch.attempt));
}

Action actionFor(const std::string& script, const RankLaunch& launch)
{
    std::istringstream parts(script);
    for (std::string part; std::getline(parts, part, ',');) {
        const auto equals = part.find('=');
        if (equals == std::string::npos || !isMeant(part.substr(0, equals), launch))
            continue;
        Action action;
        std::istringstream(part.substr(equals + 1)) >> action.verb >> action.number;
        return action;
    }
    return {};
}

class TestRank {
public:
    explicit TestRank(RankLaunch launch)
        : m_launch(std::move(launch)), m_experiment(parseExperiment(m_launch.experiment).value()),
          m_journal(m_launch.runFolder + "/" + rankJournal(m_launch.attempt, m_launch.rank))
    {
        RankStarted started;
        started.run = m_launch.run;
        started.attempt = m_launch.attempt;
        started.rank = m_launch.rank;
        started.worldSize = m_launch.worldSize;
        started.threads = m_launch.threads;
        m_journal.write(started);
        std::cout << "rank " << m_launch.rank << " of " << m_launch.worldSize << " begins" << std::endl;
    }

    int run()
    {
        const Action action = actionFor(m_experiment.name, m_launch);
        try {
            join();
            if (action.verb == "exit")
                return finish(action.number, "The rank was told to fail.", -1);
            if (action.verb == "lost")
                return finish(6, "Rank " + std::to_string(action.number) + " was lost.", action.number);
            if (action.verb == "die")
                ::kill(::getpid(), action.number);
            if (action.verb == "fork")
                detachGrandchild();
            if (action.verb == "deaf")
                std::signal(SIGTERM, SIG_IGN);
            if (action.verb == "spin")
                m_spinAt = action.number;
            if (action.verb == "save")
                m_saving = action.number;
            return loop(action.verb == "ok" ? action.number : -1);
        } catch (const EngineError& error) {
            return finish(static_cast<int>(error.code()), error.what(), error.culprit());
        }
    }

private:
    void join()
    {
        if (m_launch.worldSize == 1) {
            m_group = makeSoloProcessGroup();
            return;
        }
        GlooGroupOptions options;
        options.rank = m_launch.rank;
        options.worldSize = m_launch.worldSize;
        options.ranks = m_launch.ranks;
        options.listenDescriptor = m_launch.listenDescriptor;
        options.token = parseRunToken(m_launch.token);
        options.run = m_launch.run;
        options.attempt = m_launch.attempt;
        options.timeoutSeconds = m_experiment.training.timeoutSeconds;
        m_group = makeHostwiseProcessGroup(std::move(options), Descriptor(m_launch.memoryDescriptor));
    }

    int loop(int milliseconds)
    {
        for (int step = 0;; ++step) {
            while (step == m_spinAt)
                g_stop = g_stop.load();
            std::array<double, 1> stop{g_stop ? 1.0 : 0.0};
            m_group->allReduceSum(std::span<double>(stop));
            StepFinished record;
            record.step = step;
            m_journal.write(record);
            std::cout << "step " << step << "\n" << std::flush;
            if (stop[0] > 0 && m_saving >= 0)
                save();
            if (stop[0] > 0)
                return finish(10, "The run was stopped.", -1);
            if (milliseconds >= 0 && step * 5 >= milliseconds)
                return finish(0, "", -1);
            ::usleep(5000);
        }
    }

    /// To a slow disk.
    void save()
    {
        constexpr int kPiece = 50; // milliseconds
        for (int done = 0; done <= m_saving; done += kPiece) {
            m_journal.write(SavingCheckpoint{7, std::int64_t{done} << 20, std::int64_t{m_saving} << 20, 0});
            ::usleep(kPiece * 1000);
        }
        while (m_saving == 0)
            ::pause();
        m_journal.write(CheckpointSaved{7, 0, "checkpoints/step-00000007", 1, false});
    }

    int finish(int code, const std::string& message, int culprit)
    {
        RankFinished finished;
        finished.exitCode = code;
        finished.message = message;
        finished.culprit = culprit;
        m_journal.write(finished);
        return code;
    }

    /// Leaves process group and session and ignores what can be ignored, as a careless helper might.
    static void detachGrandchild()
    {
        if (::fork() == 0) {
            ::setsid();
            if (::fork() == 0) {
                for (const int signal : {SIGTERM, SIGHUP, SIGINT})
                    std::signal(signal, SIG_IGN);
                ::sleep(600);
            }
            ::_exit(0);
        }
    }

    RankLaunch m_launch;
    Experiment m_experiment;
    JournalWriter m_journal;
    std::unique_ptr<ProcessGroup> m_group;
    int m_spinAt = -1; ///< the step before which it computes for ever
    int m_saving = -1; ///< milliseconds that a checkpoint takes; none is made when negative
};

int train()
{
    answerWithStack();
    std::signal(SIGTERM, [](int) { g_stop = true; });
    std::signal(SIGSEGV, SIG_DFL); // a sanitizer would turn the signal into an exit code
    std::string line;
    std::getline(std::cin, line);
    auto launch = parseRankLaunch(line);
    if (!launch.ok()) {
        std::cerr << launch.error().message() << std::endl;
        return 2;
    }
    return TestRank(std::move(launch).value()).run();
}

int dispatch(const std::string& name)
{
    if (name == "attach")
        return static_cast<int>(attachCommand().run(Arguments()));
    if (name == "supervise") {
        SupervisorOptions options;
        options.rankCommand = selfCommand();
        options.rankCommand.insert(options.rankCommand.end(), {"train", "--launch-stdin"});
        // Another program for the ranks: that of a test which watches over it.
        if (const char* const program = std::getenv("LOCKSTEP_TEST_RANK"); program != nullptr)
            options.rankCommand.front() = program;
        options.startLimit = std::chrono::seconds(4);
        options.saving.silence = std::chrono::seconds(2);
        options.rollCallPatience = std::chrono::seconds(4);
        superviseFromStandardInput(std::move(options));
        return 0;
    }
    if (name == "probe")
        return static_cast<int>(probeCommand().run(Arguments()));
    return name == "train" ? train() : 2;
}

} // namespace

int main(int argc, char** argv)
{
    try {
        return dispatch(argc > 1 ? argv[1] : "");
    } catch (const std::exception& error) {
        std::cerr << "misbehaving_engine: " << error.what() << std::endl;
        return 1;
    }
}

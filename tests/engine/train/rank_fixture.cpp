// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/train/rank_fixture.h"

#include "engine/core/error.h"
#include "engine/data/synthetic_digits.h"
#include "engine/distributed/socket.h"
#include "engine/train/rank_run.h"
#include "engine/train/server_run.h"
#include "tests/engine/support/devices.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <system_error>
#include <thread>

#include <sys/wait.h>
#include <unistd.h>

namespace lockstep::testing {
namespace {

std::string bigEndian(std::uint32_t number)
{
    std::string text;
    for (int shift = 24; shift >= 0; shift -= 8)
        text.push_back(static_cast<char>(number >> shift & 255));
    return text;
}

void writePair(const std::string& prefix, int images, std::uint64_t firstNumber)
{
    std::ofstream pixels(prefix + "-images-idx3-ubyte", std::ios::binary);
    std::ofstream labels(prefix + "-labels-idx1-ubyte", std::ios::binary);
    const auto count = static_cast<std::uint32_t>(images);
    pixels << bigEndian(0x803) << bigEndian(count) << bigEndian(28) << bigEndian(28);
    labels << bigEndian(0x801) << bigEndian(count);
    for (int i = 0; i < images; ++i) {
        const DigitImage image = drawDigit(i % 10, 77, firstNumber + static_cast<std::uint64_t>(i));
        pixels.write(reinterpret_cast<const char*>(image.data()), static_cast<std::streamsize>(image.size()));
        labels.put(static_cast<char>(i % 10));
    }
}

/// That of a signal as shells tell it.
ExitCode endOf(pid_t process)
{
    int status = 0;
    if (::waitpid(process, &status, 0) != process)
        return ExitCode::Failure;
    return static_cast<ExitCode>(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
}

std::string readText(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

/// One that all ranks share; with model-parallel each has its own, with a device for every part.
std::vector<Host> hostsFor(const TrainingSpec& training, int ranks)
{
    const bool isInParts = training.strategy == StrategyKind::ModelParallel;
    const std::size_t parts = std::max<std::size_t>(2, training.cuts.size() + 1);
    std::vector<Host> hosts(isInParts ? static_cast<std::size_t>(ranks) : 1);
    for (std::size_t i = 0; i < hosts.size(); ++i) {
        hosts[i].id = "host-" + std::to_string(i + 1);
        hosts[i].name = "This computer";
        hosts[i].connection = Connection::Local;
        hosts[i].devices.resize(isInParts ? parts : static_cast<std::size_t>(ranks));
    }
    return hosts;
}

} // namespace

RankFixture::RankFixture(int trainingImages, int validationImages)
{
    m_folder = (std::filesystem::temp_directory_path() / "lockstep-train-XXXXXX").string();
    if (!::mkdtemp(m_folder.data()))
        throw std::runtime_error("cannot make a run folder");
    std::filesystem::create_directory(dataFolder());
    writePair(dataFolder() + "/train", trainingImages, 0);
    writePair(dataFolder() + "/t10k", validationImages, 1000000);

    const TestDevice device = testDevice();
    factories.device = device.make;
    experiment.training.precision = device.precision;
    experiment.training.deterministic = true; // trainings are compared to the bit, on whatever device
    experiment.name = "test";
    experiment.data.kind = DataKind::Mnist;
    experiment.data.path = "data";
    experiment.training.optimizer = OptimizerKind::Adam;
    experiment.training.learningRate = 0.002;
    experiment.training.batch = 20;
    experiment.training.epochs = 2;
    experiment.training.logEvery = 10;
    experiment.training.seed = 5;
}

RankFixture::~RankFixture()
{
    std::error_code ignored;
    std::filesystem::remove_all(m_folder, ignored);
}

void RankFixture::useNoisePictures(const std::string& model, int imagesOfABatch)
{
    const std::string folder = dataFolder() + "/cifar";
    std::filesystem::create_directory(folder);
    std::mt19937 random(9);
    for (const char* name :
         {"data_batch_1", "data_batch_2", "data_batch_3", "data_batch_4", "data_batch_5", "test_batch"}) {
        std::ofstream file(folder + "/" + name + ".bin", std::ios::binary);
        for (int image = 0; image < imagesOfABatch; ++image) {
            file.put(static_cast<char>(image % 10));
            for (int i = 0; i < 3 * 32 * 32; ++i)
                file.put(static_cast<char>(random() & 255));
        }
    }
    experiment.model.name = model;
    experiment.data.kind = DataKind::Cifar10;
    experiment.data.path = "data/cifar";
}

std::vector<RankOutcome> RankFixture::train(int ranks,
                                            const std::function<void(std::vector<StopFlag*>)>& meanwhile)
{
    ++m_attempt;
    processes.clear();
    experiment.topology.hosts = hostsFor(experiment.training, ranks);

    RankLaunch launch;
    launch.run = "test-run";
    launch.attempt = m_attempt;
    launch.worldSize = ranks;
    launch.localWorldSize = static_cast<int>(experiment.topology.hosts.size()) == 1 ? ranks : 1;
    launch.experiment = toJson(experiment);
    launch.runFolder = m_folder;
    launch.resume = resume;
    launch.threads = workers;
    std::vector<Descriptor> sockets;
    const bool isServed = usesServers(experiment.training.strategy);
    const bool isLinked = ranks > 1 || isServed;
    if (isLinked)
        launch.token = std::string(64, 'a');
    for (int rank = 0; rank < ranks && isLinked; ++rank) {
        sockets.push_back(listenOn("127.0.0.1"));
        launch.ranks.push_back(localEndpoint(sockets.back().get()));
    }
    for (int server = 0; server < servers && isServed; ++server) {
        sockets.push_back(listenOn("127.0.0.1"));
        launch.servers.push_back(localEndpoint(sockets.back().get()));
    }

    std::vector<RankOutcome> outcomes(static_cast<std::size_t>(ranks));
    std::vector<std::unique_ptr<StopFlag>> flags;
    std::vector<StopFlag*> borrowed;
    std::vector<std::thread> threads;
    for (int rank = 0; rank < ranks; ++rank) {
        flags.push_back(std::make_unique<StopFlag>());
        borrowed.push_back(flags.back().get());
    }
    for (int rank = 0; rank < ranks; ++rank) {
        RankLaunch mine = launch;
        mine.rank = rank;
        mine.localRank = launch.localWorldSize == 1 ? 0 : rank;
        const auto index = static_cast<std::size_t>(rank);
        mine.listenDescriptor = isLinked ? sockets[index].release() : -1;
        if (inProcesses)
            beginProcess(mine, sockets);
        else
            threads.emplace_back([this, mine, &outcome = outcomes[index], &flag = *flags[index]] {
                outcome = run(mine, flag);
            });
    }
    for (int server = 0; server < static_cast<int>(launch.servers.size()); ++server) {
        RankLaunch its = launch;
        its.role = Role::Server;
        its.rank = its.localRank = server;
        its.listenDescriptor = sockets[static_cast<std::size_t>(ranks + server)].release();
        threads.emplace_back([its] {
            const StopFlag never;
            try {
                runServer(its, never);
            } catch (const EngineError& error) {
                // Ranks that were lost have failed themselves.
                EXPECT_EQ(error.code(), ExitCode::PeerLost) << error.what();
            }
        });
    }
    if (meanwhile)
        meanwhile(borrowed);
    for (std::thread& thread : threads)
        thread.join();
    for (std::size_t rank = 0; rank < processes.size(); ++rank)
        outcomes[rank].code = endOf(processes[rank]);
    return outcomes;
}

RankOutcome RankFixture::run(const RankLaunch& launch, const StopFlag& stop) const
{
    RankOutcome outcome;
    try {
        outcome.code =
            runRank(launch, stop, RankRecorder::Echo::No, factoriesOf ? factoriesOf(launch.rank) : factories);
    } catch (...) {
        outcome.failure = currentFailure();
        outcome.code = outcome.failure.code;
    }
    return outcome;
}

void RankFixture::beginProcess(const RankLaunch& launch, std::vector<Descriptor>& sockets)
{
    const pid_t process = ::fork();
    if (process == 0) {
        sockets.clear(); // else those of a rank that is gone would still take connections
        StopFlag stop;
        stopOnSignals(stop);
        ::_exit(static_cast<int>(run(launch, stop).code));
    }
    if (process < 0)
        throw std::system_error(errno, std::generic_category(), "fork");
    processes.push_back(process);
    const Descriptor given(launch.listenDescriptor); // closed here
}

std::vector<Record> RankFixture::journal(int attempt, int rank) const
{
    JournalReader reader;
    const std::string text = journalText(attempt, rank);
    auto chunk = reader.feed(text);
    EXPECT_EQ(reader.offset(), text.size());
    EXPECT_TRUE(chunk.damages.empty());
    EXPECT_EQ(chunk.missingRecords + chunk.repeatedRecords + chunk.unknownKinds, 0u);
    return std::move(chunk.records);
}

std::string RankFixture::journalText(int attempt, int rank) const
{
    return readText(m_folder + "/attempt-" + std::to_string(attempt) + "/rank-" + std::to_string(rank) +
                    ".jsonl");
}

std::string RankFixture::log(int attempt, int rank) const
{
    return readText(m_folder + "/attempt-" + std::to_string(attempt) + "/rank-" + std::to_string(rank) +
                    ".log");
}

std::string hashOf(const RankFixture& fixture, int attempt, int rank)
{
    const auto finished = only<RankFinished>(fixture.journal(attempt, rank));
    return finished.empty() ? "none" : finished.back().weightHash;
}

std::vector<double> epochLosses(const RankFixture& fixture, int attempt, int rank)
{
    std::vector<double> losses;
    for (const auto& epoch : only<EpochFinished>(fixture.journal(attempt, rank)))
        losses.push_back(epoch.loss);
    return losses;
}

LoadedCheckpoint newestOf(const RankFixture& fixture)
{
    return CheckpointStore(fixture.folder(), 3).newest().checkpoint.value();
}

double relativeDifference(const LoadedCheckpoint& a, const LoadedCheckpoint& b)
{
    double difference = 0;
    double size = 0;
    for (std::size_t t = 0; t < a.model.size(); ++t)
        for (std::size_t i = 0; i < a.model[t].values.size(); ++i) {
            const double x = a.model[t].values[i];
            difference += (x - b.model[t].values[i]) * (x - b.model[t].values[i]);
            size += x * x;
        }
    return std::sqrt(difference / size);
}

void expectSuccess(const std::vector<RankOutcome>& outcomes)
{
    for (const RankOutcome& outcome : outcomes)
        EXPECT_EQ(outcome.code, ExitCode::Success) << outcome.failure.message.english();
}

void waitUntil(const std::function<bool()>& happened, double seconds)
{
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
    while (!happened()) {
        if (std::chrono::steady_clock::now() > deadline) {
            ADD_FAILURE() << "it did not happen within " << seconds << " s";
            return;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
}

} // namespace lockstep::testing

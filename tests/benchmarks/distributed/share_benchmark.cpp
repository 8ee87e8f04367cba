// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0

// share_benchmark [THREADS] [auto]: two ranks that are processes of this host, with THREADS worker threads
// each; the second stands still for two thirds of the time. Steps of ResNet-20 on 64 pictures of 32 x 32,
// with splits by hand, and then in turn with the best of those and with what the program finds. Prints the
// median of the milliseconds a step in the last of three epochs, what the program says of the shares that it
// finds, and at the end the ratio of the two, pair by pair. With `auto` only what the program finds.

#include "engine/core/error.h"
#include "engine/distributed/socket.h"
#include "engine/protocol/journal.h"
#include "engine/train/rank_run.h"
#include "engine/train/stop_flag.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

namespace lockstep {
namespace {

constexpr int kRanks = 2;
constexpr int kGlobalBatch = 64;
constexpr int kStepsPerEpoch = 20;
constexpr int kEpochs = 3;
/// Of the second rank: it runs for one, and stands still for two.
constexpr std::chrono::milliseconds kSlice{5};

Experiment experimentWith(const ShareSpec& shares)
{
    Experiment experiment;
    Host& host = experiment.topology.hosts.emplace_back();
    host.id = host.name = "here";
    host.connection = Connection::Local;
    host.devices.resize(kRanks);
    experiment.model.name = "resnet20";
    experiment.data.kind = DataKind::Synthetic;
    experiment.data.imageSize = 32;
    experiment.data.samples = kGlobalBatch * kStepsPerEpoch;
    experiment.training.batch = kGlobalBatch / kRanks;
    experiment.training.epochs = kEpochs;
    experiment.training.shares = shares;
    return experiment;
}

/// One rank, as a process of its own.
pid_t startRank(RankLaunch launch, int rank, Descriptor socket)
{
    const pid_t process = ::fork();
    if (process != 0)
        return process;
    launch.rank = launch.localRank = rank;
    launch.listenDescriptor = socket.release();
    try {
        const StopFlag never;
        ::_exit(static_cast<int>(runRank(launch, never, RankRecorder::Echo::No)));
    } catch (const std::exception& error) {
        std::fprintf(stderr, "rank %d: %s\n", rank, error.what());
        ::_exit(1);
    }
}

/// Until it has ended; the other one's steps wait for it.
void throttle(pid_t process)
{
    int status = 0;
    while (::waitpid(process, &status, WNOHANG) == 0) {
        ::kill(process, SIGSTOP);
        std::this_thread::sleep_for(2 * kSlice);
        ::kill(process, SIGCONT);
        std::this_thread::sleep_for(kSlice);
    }
}

struct Measured {
    double milliseconds = 0; ///< a step, the median
    int ofFirst = 0;         ///< samples of the first rank
};

Measured lastEpoch(const std::string& folder)
{
    std::ifstream file(folder + "/attempt-1/rank-0.jsonl", std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    JournalReader reader;
    std::vector<double> seconds;
    Measured measured;
    for (const Record& record : reader.feed(text.str()).records)
        if (const auto* step = std::get_if<StepFinished>(&record.event); step && step->epoch == kEpochs - 1) {
            seconds.push_back(static_cast<double>(record.monotonicNs) / 1e9);
            measured.ofFirst = step->samples;
        }
    std::vector<double> periods;
    for (std::size_t i = 1; i < seconds.size(); ++i)
        periods.push_back(1000 * (seconds[i] - seconds[i - 1]));
    if (!periods.empty()) {
        std::ranges::nth_element(periods, periods.begin() + std::ssize(periods) / 2);
        measured.milliseconds = periods[periods.size() / 2];
    }
    return measured;
}

void printShares(const std::string& folder)
{
    std::ifstream log(folder + "/attempt-1/rank-0.log");
    for (std::string line; std::getline(log, line);)
        if (const std::size_t at = line.find("shares of a global batch"); at != std::string::npos)
            std::printf("    %s\n", line.substr(at).c_str());
}

Measured train(const ShareSpec& shares, int threads)
{
    std::string folder = (std::filesystem::temp_directory_path() / "lockstep-shares-XXXXXX").string();
    if (!::mkdtemp(folder.data()))
        return {};
    RankLaunch launch;
    launch.run = "shares";
    launch.attempt = 1;
    launch.worldSize = launch.localWorldSize = kRanks;
    launch.experiment = toJson(experimentWith(shares));
    launch.runFolder = folder;
    launch.threads = threads;
    launch.token = std::string(64, 'a');
    std::array<Descriptor, kRanks> sockets;
    for (Descriptor& socket : sockets) {
        socket = listenOn("127.0.0.1");
        launch.ranks.push_back(localEndpoint(socket.get()));
    }
    const pid_t first = startRank(launch, 0, std::move(sockets[0]));
    const pid_t second = startRank(launch, 1, std::move(sockets[1]));
    throttle(second);
    int status = 0;
    ::waitpid(first, &status, 0);
    const Measured measured = lastEpoch(folder);
    printShares(folder);
    std::filesystem::remove_all(folder);
    return measured;
}

} // namespace
} // namespace lockstep

int main(int count, char** arguments)
{
    using namespace lockstep;
    const int threads = count > 1 ? std::atoi(arguments[1]) : 1;
    const auto print = [](const char* name, const Measured& measured) {
        std::printf("%-8s %2d : %2d  %7.1f ms a step\n", name, measured.ofFirst,
                    kGlobalBatch - measured.ofFirst, measured.milliseconds);
        std::fflush(stdout);
    };
    const auto byHand = [](int first) { return ShareSpec{ShareKind::ByRank, {first, kGlobalBatch - first}}; };
    const bool isAuto = count > 2 && std::string_view(arguments[2]) == "auto";
    for (int i = 0; i < 6 && isAuto; ++i)
        print("auto", train({ShareKind::Auto, {}}, threads));
    if (isAuto)
        return 0;
    Measured best{1e300, 0};
    for (int first = 44; first <= 54; first += 2) {
        const Measured measured = train(byHand(first), threads);
        print("by hand", measured);
        if (measured.milliseconds < best.milliseconds)
            best = measured;
    }
    print("equal", train({}, threads));
    std::vector<double> ratios;
    for (int i = 0; i < 3; ++i) {
        const Measured again = train(byHand(best.ofFirst), threads);
        print("by hand", again);
        const Measured found = train({ShareKind::Auto, {}}, threads);
        print("auto", found);
        ratios.push_back(found.milliseconds / again.milliseconds);
    }
    for (const double ratio : ratios)
        std::printf("auto takes %.3f of the best split by hand\n", ratio);
}

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0

// wire_benchmark RANKS BYTES MBPS NAMESPACE...: how close sums come to what the wire allows. Each network
// namespace is a host with the address 10.77.0.1, 10.77.0.2, ... and RANKS ranks, behind a link of MBPS
// Mbit/s; measure_wire.sh makes them. Prints what a host sends in a sum of BYTES bytes, the median time of a
// sum and its ratio to the floor: the bytes that a host must send, 2 (h-1)/h of BYTES for h hosts, at that
// rate, without any header. First with ranks that share memory on each host, then as if each had a host to
// itself; and of the same values in narrower formats. Then what a step's end takes with last buckets of
// several sizes, in f32 before the scalars and in double with them, and which of the two the program chooses
// for such a way.

#include "engine/distributed/compression/narrow_sum.h"
#include "engine/distributed/host_memory.h"
#include "engine/distributed/hostwise_process_group.h"
#include "engine/distributed/socket.h"
#include "tests/benchmarks/distributed/rank_processes.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <sched.h>
#include <stdexcept>
#include <string>
#include <unistd.h>
#include <vector>

namespace lockstep {
namespace {

constexpr int kSums = 5;
constexpr int kTails = 25;
constexpr std::size_t kTailBytes[] = {128, 1024, 4096, 8000, 16 << 10, 32 << 10};

struct Stage {
    int ranksPerHost = 1;
    std::size_t bytes = 0;
    double mbps = 0;
    std::vector<std::string> namespaces; ///< of the hosts

    int hosts() const { return static_cast<int>(namespaces.size()); }
    int ranks() const { return hosts() * ranksPerHost; }
    int hostOf(int rank) const { return rank / ranksPerHost; }
    std::string address(int host) const { return "10.77.0." + std::to_string(host + 1); }
    void enter(int host) const
    {
        const Descriptor space(::open(("/run/netns/" + namespaces[static_cast<std::size_t>(host)]).c_str(),
                                      O_RDONLY | O_CLOEXEC));
        if (!space || ::setns(space.get(), CLONE_NEWNET) != 0)
            throw std::runtime_error("cannot enter the namespace of host " + std::to_string(host));
    }
};

double seconds()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::int64_t sentToOtherHosts(const Stage& stage, const ProcessGroup& group)
{
    std::int64_t sent = 0;
    for (const PeerTraffic& peer : group.traffic())
        if (stage.hostOf(peer.rank) != stage.hostOf(group.rank()))
            sent += peer.bytesSent;
    return sent;
}

void runRank(const Stage& stage, ProcessGroup& group, const char* what)
{
    std::vector<float> values(stage.bytes / sizeof(float), 1);
    std::vector<double> times;
    std::vector<double> sent{0};
    for (int sum = -1; sum < kSums; ++sum) { // the first one finds the rate
        group.barrier();
        const std::int64_t before = sentToOtherHosts(stage, group);
        const double start = seconds();
        group.allReduceSum(std::span(values));
        if (sum >= 0)
            times.push_back(seconds() - start);
        sent[0] = static_cast<double>(sentToOtherHosts(stage, group) - before);
    }
    group.allReduceSum(std::span(sent));
    std::sort(times.begin(), times.end());
    const double median = times[times.size() / 2];
    const double hosts = stage.hosts();
    const double floor = 2 * (hosts - 1) / hosts * static_cast<double>(stage.bytes) * 8 / (stage.mbps * 1e6);
    if (group.rank() == 0)
        std::printf(
            "%-9s %d hosts x %d ranks  %zu B at %g Mbit/s: a host sends %.3f of it, %.4f s, floor %.4f s, "
            "ratio %.3f\n",
            what, stage.hosts(), stage.ranksPerHost, stage.bytes, stage.mbps,
            sent[0] / hosts / static_cast<double>(stage.bytes), median, floor, median / floor);
}

/// The median of so many, s.
template <typename Function>
double medianOf(ProcessGroup& group, int count, const Function& function)
{
    std::vector<double> times;
    for (int i = 0; i < count; ++i) {
        group.barrier();
        const double start = seconds();
        function();
        times.push_back(seconds() - start);
    }
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
}

void runNarrow(const Stage& stage, ProcessGroup& group, const char* what)
{
    std::vector<float> values(stage.bytes / sizeof(float), 1);
    std::vector<GradientBucket> buckets{{values, {0}}};
    for (const CompressionKind kind : {CompressionKind::BFloat16, CompressionKind::Int8}) {
        NarrowSum codec(kind, 0, group, buckets);
        codec.begin(0);
        codec.reduce(0, 0);
        const double median = medianOf(group, kSums, [&] { codec.reduce(0, 0); });
        if (group.rank() == 0)
            std::printf("%-9s %d hosts x %d ranks  %zu B in %s at %g Mbit/s: %.4f s\n", what, stage.hosts(),
                        stage.ranksPerHost, stage.bytes, std::string(toString(kind)).c_str(), stage.mbps,
                        median);
    }
}

void runTails(const Stage& stage, ProcessGroup& group)
{
    constexpr std::size_t kScalars = 3;
    for (const std::size_t bytes : kTailBytes) {
        std::vector<float> bucket(bytes / sizeof(float), 1);
        std::vector<double> scalars(kScalars, 1);
        std::vector<double> both(kScalars + bucket.size(), 1);
        const double apart = medianOf(group, kTails, [&] {
            group.allReduceSum(std::span(bucket));
            group.allReduceSum(std::span(scalars));
        });
        const double riding = medianOf(group, kTails, [&] { group.allReduceSum(std::span(both)); });
        const bool rides = ridesWithScalars(bytes, {stage.hosts(), 8 / (stage.mbps * 1e6), 0});
        if (group.rank() == 0)
            std::printf("last bucket of %5zu B at %g Mbit/s: apart %.2f ms, riding %.2f ms; it %s\n", bytes,
                        stage.mbps, 1000 * apart, 1000 * riding, rides ? "rides" : "crosses apart");
    }
}

int runAll(const Stage& stage, bool isHostwise)
{
    std::vector<Descriptor> sockets;
    std::vector<Descriptor> memories;
    GlooGroupOptions options;
    options.worldSize = stage.ranks();
    options.timeoutSeconds = 120;
    for (int rank = 0; rank < stage.ranks(); ++rank) {
        stage.enter(stage.hostOf(rank));
        sockets.push_back(listenOn(stage.address(stage.hostOf(rank))));
        options.ranks.push_back(localEndpoint(sockets.back().get()));
    }
    for (int host = 0; host < stage.hosts(); ++host)
        memories.push_back(isHostwise ? makeHostMemory(stage.ranksPerHost) : Descriptor());
    return runInProcesses(stage.ranks(), [&](int rank) {
        stage.enter(stage.hostOf(rank));
        options.rank = rank;
        options.listenDescriptor = sockets[static_cast<std::size_t>(rank)].release();
        Descriptor& memory = memories[static_cast<std::size_t>(stage.hostOf(rank))];
        const auto group = makeHostwiseProcessGroup(options, std::move(memory));
        runRank(stage, *group, isHostwise ? "hostwise" : "flat");
        runNarrow(stage, *group, isHostwise ? "hostwise" : "flat");
        if (isHostwise)
            runTails(stage, *group);
    });
}

} // namespace
} // namespace lockstep

int main(int count, char** arguments)
{
    if (count < 6) {
        std::fputs("wire_benchmark RANKS BYTES MBPS NAMESPACE NAMESPACE...; see measure_wire.sh\n", stderr);
        return 2;
    }
    lockstep::Stage stage;
    stage.ranksPerHost = std::clamp(std::atoi(arguments[1]), 1, 64);
    stage.bytes = static_cast<std::size_t>(std::atoll(arguments[2]));
    stage.mbps = std::atof(arguments[3]);
    stage.namespaces.assign(arguments + 4, arguments + count);
    try {
        const int failures = lockstep::runAll(stage, true) + lockstep::runAll(stage, false);
        return failures == 0 ? 0 : 1;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}

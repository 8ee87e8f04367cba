// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0

// compression_benchmark [RANKS]: the gradients of ResNet-18 (11.7 million) through every compression, every
// rank a process on this computer, without a model that computes meanwhile. Prints of rank 0, a step: MB
// sent, best and median milliseconds, milliseconds of processor and those for each MB of gradients.

#include "engine/distributed/compression/gradient_codec.h"
#include "engine/distributed/process_group.h"
#include "engine/distributed/strategy.h"
#include "tests/benchmarks/distributed/rank_processes.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <sys/resource.h>
#include <vector>

namespace lockstep {
namespace {

constexpr int kSteps = 8;

double seconds()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double cpuSeconds()
{
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    const auto total = [](const timeval& t) {
        return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
    };
    return total(usage.ru_utime) + total(usage.ru_stime);
}

double megabytesSent(const ProcessGroup& group)
{
    double bytes = 0;
    for (const PeerTraffic& peer : group.traffic())
        bytes += static_cast<double>(peer.bytesSent);
    return bytes / 1e6;
}

/// Weight shapes of ResNet-18; each convolution is followed by the two vectors of its norm.
std::vector<TensorInfo> resnet18()
{
    std::vector<TensorInfo> tensors;
    const auto add = [&](Shape shape) {
        tensors.push_back({"p" + std::to_string(tensors.size()), std::move(shape)});
    };
    const auto convolution = [&](std::int64_t out, std::int64_t in, std::int64_t side) {
        add({out, in, side, side});
        add({out});
        add({out});
    };
    convolution(64, 3, 7);
    for (const std::int64_t width : {64, 128, 256, 512}) {
        const std::int64_t before = width == 64 ? 64 : width / 2;
        convolution(width, before, 3);
        if (before != width)
            convolution(width, before, 1);
        for (int i = 0; i < 3; ++i)
            convolution(width, width, 3);
    }
    add({1000, 512});
    add({1000});
    return tensors;
}

/// Gradients as a program lays them out.
struct Gradients {
    Gradients()
    {
        const std::vector<TensorInfo> tensors = resnet18();
        std::size_t elements = 0;
        for (const TensorInfo& tensor : tensors)
            elements += tensor.elements();
        values.resize(elements);
        weights.resize(elements);
        parameters.resize(tensors.size());
        std::size_t from = 0;
        for (const BucketPlan& plan : planBuckets(tensors, kStandardBucketBytes)) {
            buckets.push_back({std::span(values).subspan(from, plan.elements), plan.parameters});
            for (const std::size_t index : plan.parameters) {
                const std::size_t size = tensors[index].elements();
                parameters[index] = {tensors[index].name, tensors[index].shape,
                                     std::span(weights).subspan(from, size),
                                     std::span(values).subspan(from, size)};
                from += size;
            }
        }
    }
    void fill(int rank, int step)
    {
        std::uint32_t state = static_cast<std::uint32_t>(rank * 977 + step + 1);
        for (float& value : values) {
            state = state * 1664525 + 1013904223;
            value = static_cast<float>(static_cast<std::int32_t>(state)) * 0x1p-31f;
        }
    }
    std::vector<float> values, weights;
    std::vector<Parameter> parameters;
    std::vector<GradientBucket> buckets;
};

void measure(ProcessGroup& group, const TrainingSpec& training, const char* name)
{
    Gradients gradients;
    const auto strategy = makeStrategy(training, group, {{gradients.parameters, {}, {}}, gradients.buckets});
    std::vector<double> times;
    double cpu = 0, sent = 0;
    for (int step = -2; step < kSteps; ++step) {
        gradients.fill(group.rank(), step);
        group.barrier();
        const double startCpu = cpuSeconds(), startSent = megabytesSent(group), start = seconds();
        strategy->begin({kWholeSteps + 2 + step, 32, 32 * group.worldSize()});
        for (std::size_t i = gradients.parameters.size(); i-- > 0;)
            strategy->ready(i);
        strategy->finish({});
        if (step < 0)
            continue;
        times.push_back(seconds() - start);
        cpu += (cpuSeconds() - startCpu) / kSteps;
        sent += (megabytesSent(group) - startSent) / kSteps;
    }
    std::sort(times.begin(), times.end());
    const double megabytes = static_cast<double>(gradients.values.size()) * 4e-6;
    if (group.rank() == 0)
        std::printf("%d ranks %-14s %8.3f MB  %8.1f / %8.1f ms, cpu %8.1f ms, %6.2f ms/MB\n",
                    group.worldSize(), name, sent, times.front() * 1e3, times[times.size() / 2] * 1e3,
                    cpu * 1e3, cpu * 1e3 / megabytes);
}

void runRank(ProcessGroup& group)
{
    for (const CompressionKind kind : kCompressions) {
        TrainingSpec training;
        training.compression = kind;
        if (kind != CompressionKind::PowerSgd)
            measure(group, training, std::string(toString(kind)).c_str());
        for (const int rank : {1, 2, 4})
            if (kind == CompressionKind::PowerSgd) {
                training.compressionRank = rank;
                measure(group, training, ("powersgd " + std::to_string(rank)).c_str());
            }
    }
    group.barrier();
}

int runAll(int ranks)
{
    LoopbackGroup group(ranks);
    return runInProcesses(ranks, [&](int rank) { runRank(*group.meet(rank)); }) == 0 ? 0 : 1;
}

} // namespace
} // namespace lockstep

int main(int count, char** arguments)
{
    const int ranks = count > 1 ? std::atoi(arguments[1]) : 3;
    return lockstep::runAll(std::clamp(ranks, 2, 16));
}

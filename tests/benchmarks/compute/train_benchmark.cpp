// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cpu/cpu_program.h"
#include "engine/core/error.h"
#include "engine/core/random.h"
#include "engine/optim/optimizer.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <string>
#include <vector>

/// Training images per second of a model on a fixed batch in memory, one JSON line per case, like torch_peer.py.
namespace lockstep {
namespace {

struct Settings {
    std::string model;
    int batch = 1;
    int threads = 1;
    double seconds = 3;
    CpuKernels kernels = CpuKernels::Automatic;
};

double now(clockid_t clock)
{
    timespec time{};
    clock_gettime(clock, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

double median(std::vector<double> values)
{
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2), values.end());
    return values[values.size() / 2];
}

void measure(const Settings& settings)
{
    const Graph graph = makeModel(settings.model, {1, 28, 28}, 10);
    const auto program =
        compileForCpu(graph, {.batch = settings.batch, .threads = settings.threads}, settings.kernels);
    initializeParameters(graph, program->parameters(), 1);
    program->parametersChanged();
    TrainingSpec spec;
    const auto optimizer = makeOptimizer(spec, program->parameters());
    Random random(2);
    std::vector<float> inputs(static_cast<std::size_t>(settings.batch) * 784);
    for (float& each : inputs)
        each = random.uniform(-1, 1);
    std::vector<std::int32_t> labels(static_cast<std::size_t>(settings.batch));
    for (std::int32_t& each : labels)
        each = static_cast<std::int32_t>(random.below(10));
    std::vector<double> wall;
    std::vector<double> cpu;
    double loss = 0;
    for (const double start = now(CLOCK_MONOTONIC); now(CLOCK_MONOTONIC) - start < settings.seconds;) {
        const double wallStart = now(CLOCK_MONOTONIC);
        const double cpuStart = now(CLOCK_PROCESS_CPUTIME_ID);
        loss = program->forward({inputs, labels, settings.batch}, Phase::Training).lossSum / settings.batch;
        program->backward(settings.batch, [](std::size_t) {});
        optimizer->step(program->parameters(), 0.01);
        program->parametersChanged();
        wall.push_back(now(CLOCK_MONOTONIC) - wallStart);
        cpu.push_back(now(CLOCK_PROCESS_CPUTIME_ID) - cpuStart);
    }
    std::printf("{\"case\": \"%s\", \"threads\": %d, \"steps\": %zu, \"img_s\": %.0f, \"img_s_best\": %.0f, "
                "\"img_s_cpu\": %.0f, \"loss\": %.4f, \"memory_mib\": %.1f}\n",
                settings.model.c_str(), settings.threads, wall.size(), settings.batch / median(wall),
                settings.batch / *std::min_element(wall.begin(), wall.end()), settings.batch / median(cpu), loss,
                static_cast<double>(program->memoryBytes()) / (1 << 20));
}

} // namespace
} // namespace lockstep

int main(int argc, char** argv)
{
    using namespace lockstep;
    if (argc < 4) {
        std::fprintf(stderr, "usage: train_benchmark MODEL BATCH THREADS [SECONDS] [automatic|onednn|avx2|avx512]\n");
        return 2;
    }
    Settings settings{.model = argv[1], .batch = std::stoi(argv[2]), .threads = std::stoi(argv[3])};
    if (argc > 4)
        settings.seconds = std::stod(argv[4]);
    const std::string kernels = argc > 5 ? argv[5] : "automatic";
    const std::vector<std::string> names{"automatic", "onednn", "avx2", "avx512"};
    settings.kernels = static_cast<CpuKernels>(std::find(names.begin(), names.end(), kernels) - names.begin());
    try {
        measure(settings);
    } catch (const EngineError& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return static_cast<int>(error.code());
    }
    return 0;
}

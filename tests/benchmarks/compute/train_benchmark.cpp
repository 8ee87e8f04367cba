// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cpu/cpu_program.h"
#include "engine/core/error.h"
#include "engine/core/random.h"
#include "engine/graph/graph.h"
#include "engine/optim/optimizer.h"

#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <string>
#include <vector>

/// Training images per second of a model on a fixed batch in memory, as one JSON line like torch_peer.py's.
namespace lockstep {
namespace {

struct Settings {
    std::string model;
    int batch = 1;
    int size = 28;
    Precision precision = Precision::Float32;
    int threads = 1;
    double seconds = 3;

    int channels() const { return size == 28 ? 1 : 3; }
    int classes() const { return size < 64 ? 10 : 1000; }
};

constexpr int kWarmUp = 2;
constexpr std::size_t kLeastSteps = 3;

double now(clockid_t clock)
{
    timespec time{};
    clock_gettime(clock, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

double median(std::vector<double> values)
{
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2),
                     values.end());
    return values[values.size() / 2];
}

/// What is measured: a step as the trainer makes it, but for the data.
class Training {
public:
    explicit Training(const Settings& settings)
        : m_settings(settings),
          m_graph(makeModel(settings.model, {settings.channels(), settings.size, settings.size},
                            settings.classes())),
          m_program(compileForCpu(
              m_graph,
              {.batch = settings.batch, .threads = settings.threads, .precision = settings.precision}))
    {
        initializeParameters(m_graph, *m_program, 1);
        TrainingSpec spec;
        spec.optimizer = OptimizerKind::Momentum;
        m_optimizer = makeOptimizer(spec, m_program->hostReplica().parameters);
        Random random(2);
        m_inputs.resize(static_cast<std::size_t>(settings.batch) *
                        static_cast<std::size_t>(settings.channels() * settings.size * settings.size));
        for (float& each : m_inputs)
            each = random.uniform(-1.7f, 1.7f);
        m_labels.resize(static_cast<std::size_t>(settings.batch));
        for (std::int32_t& each : m_labels)
            each = static_cast<std::int32_t>(random.below(static_cast<std::uint64_t>(settings.classes())));
    }

    double step()
    {
        const auto divisor = static_cast<double>(m_settings.batch);
        m_program->forward({m_inputs, m_labels, {m_settings.batch, m_steps++, 0, divisor}}, Phase::Training);
        m_program->backward(Gradients::Overwrite, [](std::size_t) {});
        m_optimizer->step(0.01);
        return m_program->loss().lossSum / divisor;
    }
    std::int64_t memoryBytes() const { return m_program->memoryBytes(); }

private:
    Settings m_settings;
    Graph m_graph;
    std::unique_ptr<CpuProgram> m_program;
    std::unique_ptr<Optimizer> m_optimizer;
    std::vector<float> m_inputs;
    std::vector<std::int32_t> m_labels;
    std::int64_t m_steps = 0;
};

void measure(const Settings& settings)
{
    Training training(settings);
    std::vector<double> wall;
    std::vector<double> cpu;
    double loss = 0;
    for (int i = 0; i < kWarmUp; ++i)
        training.step();
    for (const double start = now(CLOCK_MONOTONIC);
         now(CLOCK_MONOTONIC) - start < settings.seconds || wall.size() < kLeastSteps;) {
        const double wallStart = now(CLOCK_MONOTONIC);
        const double cpuStart = now(CLOCK_PROCESS_CPUTIME_ID);
        loss = training.step();
        wall.push_back(now(CLOCK_MONOTONIC) - wallStart);
        cpu.push_back(now(CLOCK_PROCESS_CPUTIME_ID) - cpuStart);
    }
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    std::printf("{\"model\": \"%s\", \"threads\": %d, \"steps\": %zu, \"img_s\": %.2f, \"img_s_best\": %.2f, "
                "\"img_s_cpu\": %.2f, \"loss\": %.4f, \"peak_rss_mb\": %.1f, \"planned_mb\": %.1f}\n",
                settings.model.c_str(), settings.threads, wall.size(), settings.batch / median(wall),
                settings.batch / *std::min_element(wall.begin(), wall.end()), settings.batch / median(cpu),
                loss, static_cast<double>(usage.ru_maxrss) / 1024,
                static_cast<double>(training.memoryBytes()) / (1 << 20));
}

} // namespace
} // namespace lockstep

int main(int argc, char** argv)
{
    using namespace lockstep;
    if (argc != 7) {
        std::fprintf(stderr, "usage: train_benchmark MODEL BATCH SIZE f32|bf16 THREADS SECONDS\n");
        return 2;
    }
    try {
        measure({.model = argv[1],
                 .batch = std::stoi(argv[2]),
                 .size = std::stoi(argv[3]),
                 .precision = std::string(argv[4]) == "bf16" ? Precision::BFloat16 : Precision::Float32,
                 .threads = std::stoi(argv[5]),
                 .seconds = std::stod(argv[6])});
    } catch (const EngineError& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return static_cast<int>(error.code());
    }
    return 0;
}

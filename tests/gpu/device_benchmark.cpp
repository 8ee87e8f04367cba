// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/core/error.h"
#include "engine/core/random.h"
#include "engine/graph/graph.h"
#include "tests/engine/support/devices.h"
#include "tests/gpu/arguments.h"
#include "tests/gpu/precisions.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <iostream>
#include <string>
#include <vector>

/// Training images per second of a model on a device, measured whenever a line on standard input asks for it,
/// so that several programs can take turns. Its lines are pytorch_peer.py's.
namespace lockstep::testing {
namespace {

using Json = nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;

constexpr int kWarmUp = 10; // the first eager, the second recorded; then clocks and caches settle
constexpr std::size_t kLeastSteps = 3;

double secondsSince(Clock::time_point start)
{
    return std::chrono::duration<double>(Clock::now() - start).count();
}

struct Settings {
    TestDevice device;
    std::string model;
    int batch = 1;
    Shape sample;
    int classes = 10;
    std::string precision;
    int threads = 1;
};

/// A step as the trainer makes it, but for the data: the pixels of one batch, in the program's own memory for
/// batches, are brought to the device in every step.
class Training {
public:
    explicit Training(const Settings& settings)
        : m_batch(settings.batch), m_device(settings.device.make({})),
          m_graph(makeModel(settings.model, settings.sample, settings.classes))
    {
        ProgramOptions options{.batch = settings.batch, .threads = settings.threads};
        namedPrecision(settings.precision).choose(options);
        m_program = m_device->compile(m_graph, options);
        initializeParameters(m_graph, *m_program, 1);
        TrainingSpec spec;
        spec.optimizer = OptimizerKind::Momentum;
        spec.batch = settings.batch;
        spec.precision = options.precision;
        m_optimizer = m_device->makeOptimizer(spec, *m_program);
        m_strategy = m_device->makeStrategy(makeStrategy, spec, *m_group, *m_program);
        makeBatch(settings);
    }

    /// Where the device goes ahead, its seconds and the loss are of the step before.
    struct Step {
        double givingSeconds = 0;  ///< the host's, until all was given
        double waitingSeconds = 0; ///< the host's, for the loss
        double deviceSeconds = 0;  ///< forward, backward and update, where the device tells
        double loss = 0;           ///< mean
    };
    Step step()
    {
        const auto divisor = static_cast<double>(m_batch);
        const auto start = Clock::now();
        m_program->forward({m_inputs, m_labels, {m_batch, m_steps++, 0, divisor}, m_hold}, Phase::Training);
        m_program->backward(Gradients::Overwrite, [](std::size_t) {});
        m_optimizer->step(0.01);
        Step known{.givingSeconds = secondsSince(start)};
        const auto given = Clock::now();
        const int before = m_steps > 1 ? m_program->stepsAhead() : 0;
        known.loss = m_program->lossBefore(before).lossSum / divisor;
        if (const auto seconds = m_program->secondsBefore(before))
            known.deviceSeconds = seconds->forward + seconds->backward + seconds->update;
        known.waitingSeconds = secondsSince(given);
        return known;
    }
    /// What else the trainer asks of it: then the device has compared what evaluation may fuse.
    void evaluate()
    {
        m_program->forward({m_inputs, m_labels, {m_batch, 0, 0, static_cast<double>(m_batch)}, m_hold},
                           Phase::Evaluation);
        m_program->loss();
    }
    /// Which convolutions were compared with themselves and what follows them in one.
    Json fusions() const
    {
        Json all = Json::array();
        for (const FusionChoice& each : m_program->fusions())
            all.push_back({{"layer", each.layer},
                           {"kind", each.kind == FusionChoice::Kind::Statistics ? "statistics" : "normalize"},
                           {"fused_us", 1e6 * each.fusedSeconds},
                           {"separate_us", 1e6 * each.separateSeconds},
                           {"taken", each.taken}});
        return all;
    }
    /// Until all work is done.
    void wait()
    {
        std::vector<float> last(m_program->parameters().tensors().back().elements());
        m_program->parameters().read(m_program->parameters().tensors().size() - 1, last);
    }
    std::int64_t memoryBytes() const { return m_program->memoryBytes(); }
    std::string description(Precision precision) const { return m_device->description(precision); }

private:
    void makeBatch(const Settings& settings)
    {
        Random random(2);
        const auto channels = static_cast<std::size_t>(settings.sample[0]);
        const auto bytes = static_cast<std::size_t>(settings.batch * settings.sample.elements());
        const std::shared_ptr<BatchBuffer> buffer = m_program->batchMemory()->allocate(bytes);
        m_hold = BatchHold(buffer);
        const std::span<std::uint8_t> pixels(reinterpret_cast<std::uint8_t*>(buffer->bytes().data()), bytes);
        for (std::uint8_t& each : pixels)
            each = static_cast<std::uint8_t>(random.below(256));
        PixelScale scale{.channels = channels};
        std::fill_n(scale.gain.begin(), channels, 1.0f / 58);
        std::fill_n(scale.offset.begin(), channels, -2.2f);
        m_inputs = Samples(pixels, scale);
        for (int i = 0; i < settings.batch; ++i)
            m_labels.push_back(
                static_cast<std::int32_t>(random.below(static_cast<std::uint64_t>(settings.classes))));
    }

    int m_batch;
    std::unique_ptr<TrainingDevice> m_device;
    std::unique_ptr<ProcessGroup> m_group = makeSoloProcessGroup();
    Graph m_graph;
    std::unique_ptr<Program> m_program;
    std::unique_ptr<Optimizer> m_optimizer;
    std::unique_ptr<Strategy> m_strategy;
    BatchHold m_hold; ///< its pixels never change, so that nobody need wait for the copies
    Samples m_inputs;
    std::vector<std::int32_t> m_labels;
    std::int64_t m_steps = 0;
};

double medianOf(std::vector<double> values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

/// Images per second over all steps, waiting for the last, and what the middle ones took.
Json measure(Training& training, int batch, double seconds)
{
    std::vector<double> steps, giving, waiting, device;
    double loss = 0;
    const auto start = Clock::now();
    for (auto before = start; secondsSince(start) < seconds || steps.size() < kLeastSteps;) {
        const Training::Step step = training.step();
        giving.push_back(step.givingSeconds);
        waiting.push_back(step.waitingSeconds);
        device.push_back(step.deviceSeconds);
        loss = step.loss;
        const auto now = Clock::now();
        steps.push_back(std::chrono::duration<double>(now - before).count());
        before = now;
    }
    training.wait();
    const double all = secondsSince(start);
    const std::size_t count = steps.size();
    return {{"steps", count},
            {"img_s", static_cast<double>(batch) * static_cast<double>(count) / all},
            {"step_ms", 1000 * all / static_cast<double>(count)},
            {"median_step_ms", 1000 * medianOf(steps)},
            {"giving_ms", 1000 * medianOf(giving)},
            {"loss_ms", 1000 * medianOf(waiting)},
            {"device_ms", 1000 * medianOf(device)},
            {"loss", loss}};
}

void serve(const Settings& settings)
{
    const auto start = Clock::now();
    Training training(settings);
    training.evaluate();
    for (int i = 0; i < kWarmUp; ++i)
        training.step();
    training.wait();
    const Precision precision = namedPrecision(settings.precision).precision;
    std::cout << Json{{"ready", true},
                      {"description", training.description(precision)},
                      {"planned_mb", static_cast<double>(training.memoryBytes()) / (1 << 20)},
                      {"setup_seconds", secondsSince(start)},
                      {"fusions", training.fusions()}}
                     .dump()
              << std::endl;
    for (std::string seconds; std::getline(std::cin, seconds);)
        std::cout << measure(training, settings.batch, std::stod(seconds)).dump() << std::endl;
}

} // namespace
} // namespace lockstep::testing

int main(int argc, char** argv)
{
    using namespace lockstep;
    if (argc != 8) {
        std::fprintf(stderr,
                     "usage: device_benchmark DEVICE MODEL BATCH SAMPLE CLASSES PRECISION THREADS\n"
                     "SAMPLE as 3x224x224. Each line on standard input: for how many seconds to measure.\n");
        return 2;
    }
    try {
        testing::serve({.device = testing::testDevice(argv[1]),
                        .model = argv[2],
                        .batch = std::stoi(argv[3]),
                        .sample = testing::shapeOf(argv[4]),
                        .classes = std::stoi(argv[5]),
                        .precision = argv[6],
                        .threads = std::stoi(argv[7])});
    } catch (const EngineError& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return static_cast<int>(error.code());
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return 0;
}

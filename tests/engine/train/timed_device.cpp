// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/train/timed_device.h"

#include <deque>
#include <utility>

namespace lockstep::testing {
namespace {

class TimedProgram final : public Program {
public:
    TimedProgram(std::unique_ptr<Program> inner, const SpeedOf& speed)
        : m_inner(std::move(inner)), m_speed(speed)
    {
    }

    Program& inner() { return *m_inner; }
    TensorStore& parameters() override { return m_inner->parameters(); }
    TensorStore& gradients() override { return m_inner->gradients(); }
    TensorStore& buffers() override { return m_inner->buffers(); }
    void forward(const BatchView& batch, Phase phase) override
    {
        m_inner->forward(batch, phase);
        const Speed speed = m_speed(batch.scalars.step);
        const double seconds = speed.perPass + speed.perSample * batch.scalars.count;
        m_seconds.push_front({seconds / 3, seconds * 2 / 3, 0});
        m_seconds.resize(3);
    }
    LossResult loss() override { return m_inner->loss(); }
    int stepsAhead() const override { return m_inner->stepsAhead(); }
    LossResult lossBefore(int forwards) override { return m_inner->lossBefore(forwards); }
    std::optional<ComputeSeconds> secondsBefore(int forwards) override
    {
        return m_seconds.at(static_cast<std::size_t>(forwards));
    }
    std::span<const float> logits() override { return m_inner->logits(); }
    void backward(Gradients gradients, const std::function<void(std::size_t)>& ready) override
    {
        m_inner->backward(gradients, ready);
    }
    std::shared_ptr<BatchMemory> batchMemory() const override { return m_inner->batchMemory(); }
    std::int64_t memoryBytes() const override { return m_inner->memoryBytes(); }
    std::vector<FusionChoice> fusions() const override { return m_inner->fusions(); }

private:
    std::unique_ptr<Program> m_inner;
    SpeedOf m_speed;
    std::deque<ComputeSeconds> m_seconds; ///< of the last passes, the last one first
};

class TimedDevice final : public TrainingDevice {
public:
    TimedDevice(std::unique_ptr<TrainingDevice> inner, SpeedOf speed)
        : m_inner(std::move(inner)), m_speed(std::move(speed))
    {
    }

    std::string description(Precision precision) const override { return m_inner->description(precision); }
    std::unique_ptr<Program> compile(const Graph& graph, const ProgramOptions& options) override
    {
        return std::make_unique<TimedProgram>(m_inner->compile(graph, options), m_speed);
    }
    std::unique_ptr<Optimizer> makeOptimizer(const TrainingSpec& training, Program& program) override
    {
        return m_inner->makeOptimizer(training, static_cast<TimedProgram&>(program).inner());
    }
    std::unique_ptr<Strategy> makeStrategy(const StrategyFactory& make, const TrainingSpec& training,
                                           ProcessGroup& group, Program& program) override
    {
        return m_inner->makeStrategy(make, training, group, static_cast<TimedProgram&>(program).inner());
    }

private:
    std::unique_ptr<TrainingDevice> m_inner;
    SpeedOf m_speed;
};

} // namespace

DeviceFactory timedDevice(DeviceFactory make, SpeedOf speed)
{
    return [make = std::move(make), speed = std::move(speed)](Device device) {
        return std::make_unique<TimedDevice>(make(device), speed);
    };
}

} // namespace lockstep::testing

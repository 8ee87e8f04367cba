// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/support/shadow_device.h"

#include "engine/core/error.h"
#include "engine/distributed/exchange.h"

namespace lockstep::testing {
namespace {

/// Tensors of the device, which cross by copies.
class ShadowTensors final : public TensorStore {
public:
    ShadowTensors(DeviceQueue& queue, TensorStore& inner) : m_queue(queue), m_inner(inner) {}

    std::span<const TensorInfo> tensors() const override { return m_inner.tensors(); }
    void read(std::size_t index, std::span<float> values) const override
    {
        m_queue.run([&] { m_inner.read(index, values); });
    }
    void write(std::size_t index, std::span<const float> values) override
    {
        m_queue.enqueue([this, index, copy = std::vector<float>(values.begin(), values.end())] {
            m_inner.write(index, copy);
        });
    }

private:
    DeviceQueue& m_queue;
    TensorStore& m_inner;
};

class ShadowOptimizer final : public Optimizer {
public:
    ShadowOptimizer(DeviceQueue& queue, std::unique_ptr<Optimizer> inner)
        : m_queue(queue), m_inner(std::move(inner)), m_state(queue, m_inner->state())
    {
    }

    void step(double learningRate) override
    {
        ++m_steps;
        m_queue.enqueue([this, learningRate] { m_inner->step(learningRate); });
    }
    double gradientNorm() override
    {
        double norm = 0;
        m_queue.run([&] { norm = m_inner->gradientNorm(); });
        return norm;
    }
    TensorStore& state() override { return m_state; }
    std::int64_t steps() override { return m_steps; }
    void setSteps(std::int64_t steps) override
    {
        m_steps = steps;
        m_queue.enqueue([this, steps] { m_inner->setSteps(steps); });
    }

private:
    DeviceQueue& m_queue;
    std::unique_ptr<Optimizer> m_inner;
    ShadowTensors m_state;
    std::int64_t m_steps = 0;
};

/// Any strategy of the host's, in the order of the device's work.
class ShadowStrategy final : public Strategy {
public:
    ShadowStrategy(DeviceQueue& queue, std::unique_ptr<Strategy> inner)
        : m_queue(queue), m_inner(std::move(inner)), m_state(queue, m_inner->state())
    {
    }

    bool optimizersDiffer() const override { return m_inner->optimizersDiffer(); }
    RemoteState* remoteState() override { return m_inner->remoteState(); }
    std::string exchange() const override { return m_inner->exchange(); }
    double divisor(const StepBatch& batch) const override { return m_inner->divisor(batch); }
    void begin(const StepBatch& batch) override
    {
        m_queue.enqueue([this, batch] { m_inner->begin(batch); });
    }
    void ready(std::size_t index) override
    {
        m_queue.enqueue([this, index] { m_inner->ready(index); });
    }
    StepEnd finish(const StepVotes& mine) override
    {
        StepEnd end;
        m_queue.run([&] { end = m_inner->finish(mine); });
        return end;
    }
    StepEnd settle() override
    {
        StepEnd end;
        m_queue.run([&] { end = m_inner->settle(); });
        return end;
    }
    TensorStore& state() override { return m_state; }
    std::span<const BucketTimes> bucketTimes() const override { return m_inner->bucketTimes(); }

private:
    DeviceQueue& m_queue;
    std::unique_ptr<Strategy> m_inner;
    ShadowTensors m_state;
};

ShadowProgram& shadowOf(Program& program)
{
    auto* own = dynamic_cast<ShadowProgram*>(&program);
    LOCKSTEP_CHECK(own != nullptr);
    return *own;
}

} // namespace

ShadowProgram::ShadowProgram(DeviceQueue& queue, std::unique_ptr<CpuProgram> inner)
    : m_queue(queue), m_inner(std::move(inner)),
      m_parameters(std::make_unique<ShadowTensors>(queue, m_inner->parameters())),
      m_gradients(std::make_unique<ShadowTensors>(queue, m_inner->gradients())),
      m_buffers(std::make_unique<ShadowTensors>(queue, m_inner->buffers()))
{
}

ShadowProgram::~ShadowProgram() = default;

void ShadowProgram::forward(const BatchView& batch, Phase phase)
{
    m_forward = m_queue.enqueue([this, batch, phase] {
        m_inner->forward(batch, phase);
        m_loss = m_inner->loss();
        const std::span<const float> logits = m_inner->logits();
        m_logits.assign(logits.begin(), logits.end());
    });
}

LossResult ShadowProgram::loss()
{
    m_queue.waitFor(m_forward);
    return m_loss;
}

std::span<const float> ShadowProgram::logits()
{
    m_queue.waitFor(m_forward);
    return m_logits;
}

void ShadowProgram::backward(Gradients gradients, const std::function<void(std::size_t)>& ready)
{
    m_queue.enqueue([this, gradients] { m_inner->backward(gradients, [](std::size_t) {}); });
    if (!ready)
        return;
    // Whatever the queue is asked for from now on finds all of them final.
    for (std::size_t i = m_inner->parameters().tensors().size(); i-- > 0;)
        ready(i);
}

std::string ShadowDevice::description(Precision precision) const
{
    return "shadow of " + makeTrainingDevice({DeviceKind::Cpu, 0})->description(precision);
}

std::unique_ptr<Program> ShadowDevice::compile(const Graph& graph, const ProgramOptions& options)
{
    std::unique_ptr<CpuProgram> program;
    m_queue.run([&] { program = compileForCpu(graph, options, CpuKernels::Automatic, m_queue.memory()); });
    return std::make_unique<ShadowProgram>(m_queue, std::move(program));
}

std::unique_ptr<Optimizer> ShadowDevice::makeOptimizer(const TrainingSpec& training, Program& program)
{
    std::unique_ptr<Optimizer> optimizer;
    m_queue.run([&] {
        const HostReplica replica = shadowOf(program).inner().hostReplica();
        optimizer = lockstep::makeOptimizer(training, replica.parameters, m_queue.memory());
    });
    return std::make_unique<ShadowOptimizer>(m_queue, std::move(optimizer));
}

std::unique_ptr<Strategy> ShadowDevice::makeStrategy(const StrategyFactory& make,
                                                     const TrainingSpec& training, ProcessGroup& group,
                                                     Program& program)
{
    agreeOnExchange(group, {});
    std::unique_ptr<Strategy> strategy;
    m_queue.run([&] { strategy = make(training, group, shadowOf(program).inner().hostReplica()); });
    return std::make_unique<ShadowStrategy>(m_queue, std::move(strategy));
}

} // namespace lockstep::testing

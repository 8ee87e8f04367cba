// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/distributed/strategy.h"

#include <vector>

/// Strategies that answer what all-reduce never does. Plain and slow: every sum is a collective of its own.
namespace lockstep::testing {

/// Keeps the gradients of one step, and has those of the next applied as the mean of both: NothingYet and
/// ApplyGradients by turns. The others are heard in every second step, and in settle(), which applies what is
/// left alone.
class EveryOtherStep final : public Strategy {
public:
    EveryOtherStep(ProcessGroup& group, const HostParameters& parameters);

    double divisor(const StepBatch& batch) const override { return batch.globalCount; }
    void begin(const StepBatch&) override {}
    void ready(std::size_t index) override { m_ready.push_back(index); }
    StepEnd finish(const StepVotes& mine) override;
    StepEnd settle() override;
    TensorStore& state() override { return m_state; }

private:
    void keepGradients();
    StepEnd apply();

    ProcessGroup& m_group;
    std::vector<Parameter> m_parameters;
    std::vector<std::vector<float>> m_kept;
    std::vector<std::size_t> m_ready; ///< in this step
    StepVotes m_unsaid;
    int m_steps = 0; ///< that are kept
    HostTensors m_state;
};

/// Updates the weights itself, by the rule of SGD with momentum at a constant rate: WeightsReplaced. Its
/// velocities are what a checkpoint must hold.
class OwnUpdates final : public Strategy {
public:
    /// Forgets: state() holds the truth back, as a strategy must not.
    enum class Memory { Keeps, Forgets };
    OwnUpdates(ProcessGroup& group, const HostParameters& parameters, float rate, float momentum,
               Memory memory = Memory::Keeps);

    double divisor(const StepBatch& batch) const override { return batch.globalCount; }
    void begin(const StepBatch&) override {}
    void ready(std::size_t) override {}
    StepEnd finish(const StepVotes& mine) override;
    StepEnd settle() override { return {}; }
    TensorStore& state() override { return m_state; }

private:
    ProcessGroup& m_group;
    std::vector<Parameter> m_parameters;
    std::vector<std::vector<float>> m_velocities;
    std::function<void()> m_changed;
    float m_rate, m_momentum;
    HostTensors m_state;
};

/// The rule of SGD at a constant rate as well, but the update of a step is put off until the next begins (or
/// the replicas are looked at): finish() says NothingYet, begin() writes the weights. What is put off is its
/// state.
class LateUpdates final : public Strategy {
public:
    LateUpdates(ProcessGroup& group, const HostParameters& parameters, float rate);

    double divisor(const StepBatch& batch) const override { return batch.globalCount; }
    void begin(const StepBatch&) override { catchUp(); }
    void ready(std::size_t) override {}
    StepEnd finish(const StepVotes& mine) override;
    StepEnd settle() override;
    TensorStore& state() override { return m_state; }

private:
    bool catchUp(); ///< false: nothing was put off

    ProcessGroup& m_group;
    std::vector<Parameter> m_parameters;
    std::function<void()> m_changed;
    float m_rate;
    std::vector<std::vector<float>> m_late; ///< gradients
    std::vector<float> m_isLate{0};         ///< 1: m_late are of the last step
    HostTensors m_state;
};

} // namespace lockstep::testing

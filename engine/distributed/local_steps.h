// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/distributed/gradient_reducer.h"
#include "engine/distributed/strategy.h"

#include <memory>
#include <vector>

namespace lockstep {

/// Each rank steps alone, and after so many steps all meet: they go on from the mean of their weights, by the
/// samples that each has learnt from [local SGD: Stich 2019], or from what an outer optimiser makes of the
/// way there [DiLoCo: Douillard 2023]. With Δ = θ - mean, θ being what the meeting before agreed on:
///
///     u = momentum * u + Δ;   θ -= rate * (Δ + momentum * u)
///
/// A rate of 1 without momentum is the mean itself, with no other memory of θ. A meeting is put off until the
/// next step begins, or settle(): a stop that was heard leaves no other meeting than there would have been.
/// When one is broken off, the weights stay as they were.
///
/// With overlapped meetings the ranks do not wait for one: its sums cross under the steps up to the next, of
/// which the weights then keep what they did, w += (what was agreed) - (w when the meeting began)
/// [CoCoD-SGD: Shen 2019]. That place is fixed, so bits do not depend on timing. settle() ends the one that
/// is under way and holds another that all wait for.
class LocalSteps final : public Strategy {
public:
    LocalSteps(const TrainingSpec& training, ProcessGroup& group, const HostReplica& replica);

    bool optimizersDiffer() const override { return true; }
    std::string exchange() const override;
    double divisor(const StepBatch& batch) const override;
    void begin(const StepBatch& batch) override;
    void ready(std::size_t) override {}
    StepEnd finish(const StepVotes& mine) override;
    StepEnd settle() override;
    TensorStore& state() override { return m_state; }

private:
    bool hasOuterOptimizer() const { return m_rate != 1 || m_momentum > 0; }
    std::span<float> agreed() { return hasOuterOptimizer() ? m_agreed : m_mean; }
    StepVotes sumVotes();
    void meet();
    void beginMeeting();
    void endMeeting();
    void weighWeights();
    void divideSums(double samples);
    void stepOutside();
    void say();
    template <typename Job>
    void forEachParameter(std::span<float> values, const Job& job);

    ProcessGroup& m_group;
    const HostParameters m_parameters;
    const int m_steps;
    const float m_rate, m_momentum;
    int m_done = 0;                ///< steps since the last meeting
    double m_samples = 0;          ///< of this rank, in these steps
    double m_allSamples = 0;       ///< of all ranks
    StepVotes m_unsaid;            ///< since votes were summed last
    bool m_hasSaid = true;         ///< nothing is unsaid
    std::vector<float> m_mean;     ///< of the weights
    std::vector<float> m_agreed;   ///< θ; empty before the first step, and without an outer optimiser
    std::vector<float> m_velocity; ///< u; empty without momentum
    HostTensors m_state;           ///< u by parameter

    // Of meetings that are overlapped.
    std::vector<float> m_left;               ///< the weights of this rank when the meeting under way began
    double m_samplesUnderWay = 0;            ///< of all ranks, by which it weighs; 0: none is under way
    std::unique_ptr<GradientReducer> m_sums; ///< of m_mean; null: all wait. The last: its thread uses others
};

} // namespace lockstep

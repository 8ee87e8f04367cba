// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/core/parameter.h"
#include "engine/distributed/strategy.h"
#include "engine/optim/optimizer.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace lockstep::test {

/// W x + b with half the squared error, in two buckets: the smallest model with a matrix to compress. One
/// replica of it, with gradients laid out as a program does it.
class LinearModel {
public:
    LinearModel(std::size_t rows, std::size_t cols);
    LinearModel(const LinearModel&) = delete;
    LinearModel& operator=(const LinearModel&) = delete;

    /// Numbers that look random; the same for the same seed.
    void fill(unsigned seed);
    void setWeights(std::span<const float> weight, std::span<const float> bias);
    HostReplica replica();
    /// Of the mean over `divisor` samples; as many samples as there are inputs.
    void computeGradients(std::span<const float> inputs, std::span<const float> targets, double divisor);

    std::vector<float> weight, bias;
    std::span<const float> weightGradient() const { return m_weightGradient; }
    std::size_t rows() const { return m_rows; }
    std::size_t cols() const { return m_cols; }

private:
    std::size_t m_rows, m_cols;
    std::vector<float> m_weightGradient, m_biasGradient;
    std::vector<Parameter> m_parameters;
    std::vector<GradientBucket> m_buckets;
};

/// Samples of a few steps; the ranks take shares of each step's.
struct Samples {
    std::vector<float> inputs, targets; ///< {step, sample, element}
    int batch = 0;                      ///< of all ranks
    int steps = 0;
    std::span<const float> inputsOf(int step) const;
    std::span<const float> targetsOf(int step) const;
};
Samples randomSamples(const LinearModel& model, int steps, int batch, unsigned seed);

/// One rank's training: model, strategy and optimiser, as the trainer joins them.
class StrategyRank {
public:
    /// Rank k takes the samples first[k] to first[k + 1] of each batch.
    StrategyRank(const TrainingSpec& training, ProcessGroup& group, LinearModel& model,
                 std::vector<int> firsts);
    /// `number` counts the batches of `samples`, `step` the training's.
    Strategy::StepEnd step(const Samples& samples, int number, std::int64_t step);
    Strategy::StepEnd settle();
    bool wantsStop = false; ///< from the next step on
    Strategy& strategy() { return *m_strategy; }
    Optimizer& optimizer() { return *m_optimizer; }

private:
    void apply(const Strategy::StepEnd& end);

    LinearModel& m_model;
    ProcessGroup& m_group;
    const double m_rate;
    std::vector<int> m_firsts;
    std::unique_ptr<Strategy> m_strategy;
    std::unique_ptr<Optimizer> m_optimizer;
};

/// Shares of `batch` that differ by one sample at most.
std::vector<int> evenFirsts(int batch, int ranks);
/// sqrt of the squared differences over the squared values.
double relativeDifference(std::span<const float> a, std::span<const float> b);

} // namespace lockstep::test

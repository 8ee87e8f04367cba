// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/libraries/convolution_plans.h"
#include "engine/compute/cuda/libraries/plan_cache.h"

#include <chrono>
#include <optional>
#include <string>

namespace lockstep::cuda {

/// How long something may take in all; what is begun is finished.
class TimeAllowance {
public:
    explicit TimeAllowance(std::chrono::duration<double> time) : m_left(time) {}

    bool isSpent() const { return m_left <= m_left.zero(); }
    template <typename Job>
    auto spend(const Job& job)
    {
        const auto start = std::chrono::steady_clock::now();
        auto result = job();
        m_left -= std::chrono::steady_clock::now() - start;
        return result;
    }

private:
    std::chrono::duration<double> m_left;
};

/// What a choice among the plans of one pass asks of the device.
class PlanBench {
public:
    virtual ~PlanBench() = default;
    /// The one of that name; nothing where it is not offered any more.
    virtual std::optional<ConvolutionPlan> named(const std::string& name) = 0;
    /// By measuring, which waits; nothing where none could be measured here and now.
    virtual std::optional<ConvolutionPlan> fastest() = 0;
    /// The one that the library holds for the best; nothing is run.
    virtual ConvolutionPlan first() = 0;
};

/// The plan that an earlier run found to be the fastest, or this one does, as long as there is time for it.
/// What is not measured now is left to later runs, so that a training with many shapes begins soon all the
/// same, and no rank keeps the others waiting.
ConvolutionPlan choosePlan(const std::string& question, PlanCache& cache, TimeAllowance& measuring,
                           PlanBench& bench);

} // namespace lockstep::cuda

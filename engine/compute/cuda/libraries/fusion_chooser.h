// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/libraries/convolution_plans.h"
#include "engine/compute/cuda/libraries/plan_cache.h"
#include "engine/compute/cuda/libraries/saved_plans.h"

#include <chrono>
#include <map>
#include <optional>
#include <string>

namespace lockstep::cuda {

/// What a comparison of one convolution and its epilogue asks of the device. Its functions wait.
class FusionBench {
public:
    virtual ~FusionBench() = default;
    /// What a fusion saves at the most: the pass over y that follows the convolution. Nothing where it cannot
    /// be measured here and now.
    virtual std::optional<double> epilogueSeconds() = 0;
    /// One after the other, the convolution by its fastest plan.
    virtual std::optional<double> separateSeconds() = 0;
    virtual std::optional<double> fusedSeconds(const ConvolutionPlan& plan) = 0;
    /// The fused graph's plan, which may have to be compiled; nothing where there is none.
    virtual std::optional<ConvolutionPlan> plan() = 0;
    /// As SavedPlans keeps it; and back.
    virtual std::optional<std::string> saved(const ConvolutionPlan& plan) = 0;
    virtual std::optional<ConvolutionPlan> restored(const std::string& saved) = 0;
};

/// Whether convolutions are fused with what follows them: where a comparison on this device, this time or in
/// an earlier run, found that faster. What was found is kept, compiled plans included.
class FusionChooser {
public:
    struct Choice {
        std::optional<ConvolutionPlan> plan; ///< nothing: one after the other
        std::optional<FusionTimes> times;    ///< where both were measured
    };
    /// `compiling`: how long to compile in all, for plans of which nothing is known yet; what does not fit is
    /// left to later runs.
    FusionChooser(PlanCache& cache, SavedPlans saved, std::chrono::duration<double> compiling);

    /// Both empty where nothing is known and nothing can be measured. The answer stays for this object's
    /// life.
    const Choice& choose(const std::string& question, FusionBench& bench);

    /// A pass that takes less is not worth a comparison.
    static constexpr double kLeastEpilogueSeconds = 10e-6;

private:
    Choice remembered(const std::string& question, const FusionTimes& times, FusionBench& bench);
    Choice compared(const std::string& question, FusionBench& bench);
    std::optional<ConvolutionPlan> planned(const std::string& question, FusionBench& bench);

    PlanCache& m_cache;
    SavedPlans m_saved;
    std::chrono::duration<double> m_compiling;
    std::map<std::string, Choice> m_choices;
};

} // namespace lockstep::cuda

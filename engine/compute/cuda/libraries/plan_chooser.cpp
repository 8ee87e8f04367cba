// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/libraries/plan_chooser.h"

namespace lockstep::cuda {

ConvolutionPlan choosePlan(const std::string& question, PlanCache& cache, TimeAllowance& measuring,
                           PlanBench& bench)
{
    if (const std::optional<std::string> name = cache.find(question))
        if (std::optional<ConvolutionPlan> plan = bench.named(*name))
            return *std::move(plan);
    if (measuring.isSpent())
        return bench.first();
    if (std::optional<ConvolutionPlan> plan = measuring.spend([&] { return bench.fastest(); })) {
        cache.remember(question, plan->name);
        return *std::move(plan);
    }
    return bench.first();
}

} // namespace lockstep::cuda

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/core/gradient_buckets.h"

#include "engine/protocol/bucket_plan.h"

#include <utility>

namespace lockstep {

std::vector<BucketPlan> planBuckets(std::span<const TensorInfo> parameters, std::size_t bucketBytes)
{
    std::vector<std::size_t> elements;
    for (const TensorInfo& parameter : parameters)
        elements.push_back(parameter.elements());
    std::vector<BucketPlan> plans;
    for (std::vector<std::size_t>& bucket : dealBuckets(elements, bucketBytes)) {
        BucketPlan& plan = plans.emplace_back();
        plan.parameters = std::move(bucket);
        for (const std::size_t index : plan.parameters)
            plan.elements += elements[index];
    }
    return plans;
}

} // namespace lockstep

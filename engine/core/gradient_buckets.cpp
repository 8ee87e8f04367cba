// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/core/gradient_buckets.h"

namespace lockstep {

std::vector<BucketPlan> planBuckets(std::span<const TensorInfo> parameters, std::size_t bucketBytes)
{
    std::vector<BucketPlan> buckets;
    for (std::size_t i = parameters.size(); i-- > 0;) {
        const std::size_t elements = parameters[i].elements();
        if (buckets.empty() || (buckets.back().elements + elements) * sizeof(float) > bucketBytes)
            buckets.emplace_back();
        buckets.back().parameters.push_back(i);
        buckets.back().elements += elements;
    }
    return buckets;
}

} // namespace lockstep

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/core/tensor_store.h"

#include <cstddef>
#include <span>
#include <vector>

namespace lockstep {

/// As the training specification's standard.
inline constexpr std::size_t kStandardBucketBytes = std::size_t{4} << 20;

/// Gradients that cross the network together, in the order in which they lie, without gaps.
struct BucketPlan {
    std::vector<std::size_t> parameters;
    std::size_t elements = 0;
};

/// Cuts the parameters into buckets as dealBuckets() (engine/protocol/bucket_plan.h) does: from the last to
/// the first, the order in which gradients become final, of at most `bucketBytes`. The same for the program
/// that lays the gradients out and for whoever sums them.
std::vector<BucketPlan> planBuckets(std::span<const TensorInfo> parameters, std::size_t bucketBytes);

/// A bucket in this host's memory; borrowed from the program.
struct GradientBucket {
    std::span<float> values;
    std::vector<std::size_t> parameters; ///< it is complete when these are
};

} // namespace lockstep

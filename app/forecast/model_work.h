// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lockstep {

/// A trained tensor, as what compresses its gradient sees it: a matrix of its first axis and all others.
struct TensorSides {
    std::int64_t rows = 0;
    std::int64_t rest = 1;
    double elements() const { return static_cast<double>(rows) * static_cast<double>(rest); }
    bool operator==(const TensorSides&) const = default;
};

struct LayerWork {
    double flops = 0; ///< multiplications and additions of the forward pass of one sample
    std::vector<TensorSides> tensors;
    bool operator==(const LayerWork&) const = default;
};

/// What a step of a model computes and exchanges.
struct ModelWork {
    std::vector<LayerWork> layers; ///< in the order of the forward pass
    bool operator==(const ModelWork&) const = default;

    double flops() const;
    /// How many numbers are trained, and so how many a gradient has.
    double elements() const;
};

/// Gradients that cross the network together.
struct WorkBucket {
    double readyFraction = 0; ///< how much of the backward pass is done when all of them are known, (0, 1]
    std::vector<TensorSides> tensors;
};
/// As the engine deals them out (engine/protocol/bucket_plan.h).
std::vector<WorkBucket> bucketsOf(const ModelWork& work, std::size_t bucketBytes);

} // namespace lockstep

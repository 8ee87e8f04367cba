// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/checkpoint/loaded_tensor.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace lockstep {

/// How the tensors of one name differ in two files.
struct TensorDifference {
    enum class Kind { OnlyInFirst, OnlyInSecond, OtherShape, Differing, EqualBits };
    Kind kind = Kind::EqualBits;
    std::string name;
    Shape first; ///< empty where it is not there
    Shape second;
    // Of Differing:
    std::int64_t elements = 0; ///< whose bits differ
    std::int64_t notFinite =
        0;               ///< among them, where either is no finite number; the two below leave these out
    double relative = 0; ///< L2 norm of the difference over the larger of the two norms, 0 ... 2
    double largest = 0;  ///< largest difference of two elements
};

/// By kind in the order above, the differing ones from the largest relative difference, else by name.
std::vector<TensorDifference> compareTensors(std::span<const LoadedTensor> first,
                                             std::span<const LoadedTensor> second);

} // namespace lockstep

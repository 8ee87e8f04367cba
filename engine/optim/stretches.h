// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

/// How parameters are cut into stretches, the same on every device and for any number of workers: the norm of
/// all gradients is the root of the stretches' sums of squares, added up in this order.
namespace lockstep {

inline constexpr std::size_t kStretchElements = 1 << 16;
/// A stretch's squares are added up in so many sums side by side, element i in sum i mod kSquareSums, and
/// these in their order: vectors and threads of any width make the same bits.
inline constexpr std::size_t kSquareSums = 16;

struct StretchPlace {
    std::size_t parameter;
    std::size_t begin; ///< element of the parameter
    std::size_t count;
};

/// `sizes` are the parameters' in elements.
std::vector<StretchPlace> cutIntoStretches(std::span<const std::size_t> sizes);

} // namespace lockstep

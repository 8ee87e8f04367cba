// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace lockstep::cuda {

/// A weight in torchvision's layout {outer, inner, taps} f32 and in that of the convolutions {outer, taps,
/// inner} of the element type. Linear weights have one tap.
struct WeightLayout {
    float* plain = nullptr;
    void* packed = nullptr;
    std::int32_t outer = 1;
    std::int32_t inner = 1;
    std::int32_t taps = 1;
    constexpr std::int64_t elements() const { return std::int64_t{outer} * inner * taps; }
};

} // namespace lockstep::cuda

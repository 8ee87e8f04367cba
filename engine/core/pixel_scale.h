// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>

namespace lockstep {

inline constexpr std::size_t kMaxPixelChannels = 4;

/// What the bytes of a picture mean to a network: in channel c, byte * gain[c] + offset[c], where the product
/// is rounded to f32 and then the sum is (to nearest, ties to even). No device may fuse the two, so that all
/// of them make the same values to the bit; what a program rounds further (to bf16), it rounds from these.
struct PixelScale {
    std::size_t channels = 0; ///< 1 ... kMaxPixelChannels
    std::array<float, kMaxPixelChannels> gain{}, offset{};

    bool operator==(const PixelScale&) const = default;
};

/// The value of every byte in every channel.
using PixelValues = std::array<std::array<float, 256>, kMaxPixelChannels>;
PixelValues pixelValues(const PixelScale& scale);

} // namespace lockstep

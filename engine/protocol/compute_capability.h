// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <optional>
#include <string_view>

namespace lockstep {

/// What an NVIDIA GPU can do, as NVIDIA numbers it: 8.6 is Ampere.
struct ComputeCapability {
    int major = 0;
    int minor = 0;
    auto operator<=>(const ComputeCapability&) const = default;
};

/// The first with tensor cores for bf16 and TF32 (Ampere).
inline constexpr ComputeCapability kFirstWithBfloat16{8, 0};

/// Of "8.6"; nothing for another text.
std::optional<ComputeCapability> parseCapability(std::string_view text);

} // namespace lockstep

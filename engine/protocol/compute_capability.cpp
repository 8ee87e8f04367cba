// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/compute_capability.h"

#include <charconv>

namespace lockstep {

std::optional<ComputeCapability> parseCapability(std::string_view text)
{
    ComputeCapability capability;
    const char* const end = text.data() + text.size();
    const auto major = std::from_chars(text.data(), end, capability.major);
    if (major.ec != std::errc() || major.ptr == end || *major.ptr != '.')
        return std::nullopt;
    const auto minor = std::from_chars(major.ptr + 1, end, capability.minor);
    if (minor.ec != std::errc() || minor.ptr != end)
        return std::nullopt;
    return capability;
}

} // namespace lockstep

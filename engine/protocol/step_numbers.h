// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/journal_records.h"

#include <algorithm>
#include <optional>
#include <string_view>

namespace lockstep {

// Further numbers of a StepFinished, of the strategies that have them.

/// Updates that others had made to the weights which the step's gradients are of.
inline constexpr std::string_view kStalenessNumber = "staleness";
/// Seconds in which the rank compressed gradients, or restored them, after its backward pass; not part of
/// StepFinished::networkSeconds.
inline constexpr std::string_view kCompressionSecondsNumber = "compression_seconds";

/// The one of that name, if it is there.
inline std::optional<double> numberOf(const FurtherNumbers& numbers, std::string_view name)
{
    const auto found = std::ranges::find(numbers, name, &FurtherNumber::name);
    return found != numbers.end() ? std::optional(found->value) : std::nullopt;
}

} // namespace lockstep

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace lockstep {

/// What a rank does outside collectives. It travels in beats: the others have long patience with a rank that
/// saves, evaluates or loads, and a short one with all else.
enum class Activity : std::uint8_t { Training, Saving, Evaluating, Loading };
constexpr Activity kLastActivity = Activity::Loading;

} // namespace lockstep

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace lockstep {

/// What a rank does outside collectives. It travels in beats: the others have long patience with a rank that
/// saves, evaluates or loads, and a short one with all else.
/// Waiting: a server does, in the middle of a request, until other ranks have come as far; it is the one that
/// loses patience with them.
enum class Activity : std::uint8_t { Training, Saving, Evaluating, Loading, Waiting };
constexpr Activity kLastActivity = Activity::Waiting;

} // namespace lockstep

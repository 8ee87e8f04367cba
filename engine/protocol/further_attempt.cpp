// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/further_attempt.h"

#include <algorithm>
#include <cmath>

namespace lockstep {
namespace {

constexpr double kLongestBackoff = 3600; // seconds
constexpr int kMostDoublings = 64;

} // namespace

std::chrono::milliseconds backoff(const RestartSpec& restart, int made)
{
    const double doubled = std::ldexp(restart.backoffSeconds, std::min(made, kMostDoublings));
    return std::chrono::milliseconds(std::llround(std::min(kLongestBackoff, doubled) * 1000));
}

} // namespace lockstep

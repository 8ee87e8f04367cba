// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

namespace lockstep {

/// So long may nothing move between two hosts of a chain, the one before still fetching, until the copy is
/// given up.
inline constexpr std::chrono::minutes kStreamPatience{10};

} // namespace lockstep

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>

namespace lockstep {

/// When the sum of one gradient bucket over the ranks was under way, as seen on this host.
struct BucketTimes {
    std::chrono::steady_clock::time_point begin, end;
    std::size_t bytes = 0; ///< of the bucket, not of what crossed
};

} // namespace lockstep

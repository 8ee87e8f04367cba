// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace lockstep {

/// The last bucket is complete when backward ends, so no computing hides its way over the network: it is
/// about as small as this.
inline constexpr std::size_t kLastBucketBytes = std::size_t{1} << 20;

/// Which gradients cross the network together, in f32: cuts the parameters, which have so many elements, into
/// buckets from the last to the first, the order in which gradients become final. A bucket holds at most
/// `bucketBytes` unless one gradient alone is larger. When the last one would hold more than twice
/// kLastBucketBytes, what exceeds that size crosses ahead of it as a bucket of its own; for less, a round
/// more is not worth it. The same for the engine and for whoever forecasts its steps.
std::vector<std::vector<std::size_t>> dealBuckets(std::span<const std::size_t> elements,
                                                  std::size_t bucketBytes);

} // namespace lockstep

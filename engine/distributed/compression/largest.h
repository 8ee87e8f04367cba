// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace lockstep {

/// The places of the values of largest size, rising: `places.size()` of them. Of equal ones the first are
/// taken; what is no number is larger than all. Time grows with the number of values alone.
/// REQUIRES: no more places than values, of which there are fewer than 2^32.
void findLargest(std::span<const float> values, std::span<std::uint32_t> places);

} // namespace lockstep

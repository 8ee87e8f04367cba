// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace lockstep::test {

/// Bytes of the largest single `new` of this program since the last forgetAllocations(), on any thread.
/// Programs that link this have their operator new replaced.
std::size_t largestAllocation();
void forgetAllocations();

} // namespace lockstep::test

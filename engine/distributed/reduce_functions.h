// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace lockstep {

/// out[i] = left[i] + right[i], with Gloo's signature. `out` may be either input; nothing overlaps otherwise.
/// The same bits on every processor: one rounded addition per element, whatever the vector width.
void sumFloats(void* out, const void* left, const void* right, std::size_t count);
void sumDoubles(void* out, const void* left, const void* right, std::size_t count);

} // namespace lockstep

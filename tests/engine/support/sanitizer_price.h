// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace lockstep::testing {

/// How many bytes a byte of the program costs: sanitizers remember every byte's history, and freed ones for a
/// while.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr int kBytesOfMemoryPerByte = 8;
#else
constexpr int kBytesOfMemoryPerByte = 1;
#endif

} // namespace lockstep::testing

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace lockstep::testing {

/// How many bytes a byte of the program costs: sanitizers remember every byte's history.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr int kBytesOfMemoryPerByte = 8;
#else
constexpr int kBytesOfMemoryPerByte = 1;
#endif

/// Freed bytes that a process keeps for a while, whatever it holds: the address sanitizer's quarantine.
#ifdef __SANITIZE_ADDRESS__
constexpr long kBytesKeptWhenFreed = 256L << 20;
#else
constexpr long kBytesKeptWhenFreed = 0;
#endif

} // namespace lockstep::testing

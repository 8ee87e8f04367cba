// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace lockstep {

/// Memory of this process, MiB: "RssAnon" is what no file stands behind, "RssShmem" and "RssFile" the rest.
double memoryMiB(const char* kind);

/// Serves this thread's events for so long, and prints what that computed: how busy it was, what it did
/// between two waits for events, and how the memory grew.
void watchWindow(std::int64_t seconds);

} // namespace lockstep

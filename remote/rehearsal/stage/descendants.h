// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace lockstep {

/// From now on whatever this process starts, and whatever that leaves behind, is its child in the end.
/// Throws std::runtime_error.
void adoptDescendants();

/// Kills all of them and waits for their ends, for three seconds at most: what hangs in the kernel cannot be
/// waited for. REQUIRES: adoptDescendants() was called.
void endDescendants();

} // namespace lockstep

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>

namespace lockstep {

enum class Direction { Send, Receive };

/// What one buffer has under way in one direction: ranks, oldest first. Gloo counts completions per buffer
/// and does not identify them.
struct Operations {
    std::deque<int> pending;
    std::deque<int> done;
};

/// Owned by the buffer, guarded by the group's mutex.
struct Completions {
    Operations sends;
    Operations receives;

    Operations& of(Direction direction) { return direction == Direction::Send ? sends : receives; }
};

} // namespace lockstep

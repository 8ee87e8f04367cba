// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace lockstep {

/// What is still to be said on one socket when a group has failed.
struct Farewell {
    int socket = -1; ///< non-blocking, and used by nobody else from now on
    std::string bytes;
    bool forgoesAnswer = false; ///< a peer that is silent will not close its side while we look
};

struct FarewellLimits {
    /// Without a byte that went further on any socket: nobody listens any more, or all is said.
    std::chrono::milliseconds quiet{500};
    /// In all. A slow link (10 Mbit/s) carries the rest of a message and the kernel's queue in half of it.
    std::chrono::milliseconds longest{15'000};
};

/// Says the last words on all sockets at once, and reads on (without looking) until the peers have closed
/// their sides: closing with unread bytes would reset the connection and could destroy what was just sent.
/// Takes as long as bytes still move, within the limits. Blocks.
void sayFarewell(std::vector<Farewell> links, const FarewellLimits& limits = {});

} // namespace lockstep

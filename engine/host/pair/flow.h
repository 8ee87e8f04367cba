// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/host/system_calls.h"

#include <chrono>

/// The bytes of a measurement, over a connection that is proven: a non-blocking socket. `cancel`: readable
/// when it is to be given up, then EngineError(Stopped) is thrown; -1: never.
namespace lockstep {

/// How the way to the other host takes what is sent to it.
struct SentFlow {
    double mbps = 0; ///< megabits (10^6) per second that were acknowledged
    int pathMtu = 0;
    double receiverWaits = 0; ///< 0 ... 1, the part of the time in which the other host took nothing
    double idle = 0;          ///< 0 ... 1, in which nothing was on its way
};
/// Sends as much as the way takes for so long, and then breaks the connection, so that what still waits in
/// buffers does not stand in the way of what is measured next.
SentFlow sendFlow(Descriptor socket, std::chrono::duration<double> time, int cancel);
/// Takes what comes until the sender breaks the connection; if its word for that gets lost, until nothing has
/// come for a while after that time.
void receiveFlow(Descriptor socket, std::chrono::duration<double> time, int cancel);

} // namespace lockstep

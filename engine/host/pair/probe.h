// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What is tried on a fresh connection, a non-blocking socket, before its rate is measured. `cancel`: as for
/// sendFlow().
namespace lockstep {

/// What the host that asks finds on a fresh connection.
struct Probe {
    double roundTripMs = 0;         ///< the shortest
    bool largeMessagePasses = true; ///< 8000 bytes, both ways
};
/// Throws EngineError(PeerLost) when not a byte comes back.
Probe askProbe(int socket, int cancel);
/// Returns when the other host is satisfied, or has gone.
void answerProbe(int socket, int cancel);

} // namespace lockstep

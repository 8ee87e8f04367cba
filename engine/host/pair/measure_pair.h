// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/pair_measurement.h"

namespace lockstep {

/// Measures the network between this host and another, which does the same; returns after some two seconds,
/// and is bounded in time whatever the other one does. Three connections, each proven with the token before a
/// byte of the measurement moves: round trips and a large message; what the host that connects sends; what
/// the other one sends. `listener`: borrowed, bound and listening, of the host that listens; else -1.
/// `cancel`: borrowed, readable when it is to be given up; -1: never.
///
/// Throws EngineError: PeerLost when the other host does not come or goes, Stopped when given up.
PairReport measurePair(const PairRequest& request, int listener, int cancel);

} // namespace lockstep

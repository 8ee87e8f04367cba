// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/descriptor.h"
#include "engine/protocol/endpoint.h"

#include <string>

namespace lockstep {

/// Listens on a numeric IPv4 or IPv6 address ("10.0.0.3", "fe80::1%eth0"). Port 0: the kernel chooses; ask
/// localEndpoint(). The socket is non-blocking and closed on exec. Throws EngineError(HostUnreachable).
Descriptor listenOn(const std::string& address, int port = 0);

/// Where a bound socket listens. Throws EngineError(Failure) when `descriptor` is no bound IP socket.
Endpoint localEndpoint(int descriptor);

/// Begins to connect without waiting: the socket becomes writable when it is decided, see connectError(). An
/// empty descriptor: refused at once, errno says why. Throws EngineError(Usage) unless the address is
/// numeric. `segmentBytes`: at most, of TCP in both directions; 0: what the way allows.
Descriptor startConnecting(const Endpoint& endpoint, int segmentBytes = 0);
/// 0 once the connection stands, else the errno it failed with.
int connectError(int descriptor);

/// Puts a socket into the state that the mesh and the transport need: non-blocking, no Nagle delay.
void prepareForMessages(int descriptor);

/// "10.0.0.3:4000", "[::1]:4000".
std::string toString(const Endpoint& endpoint);

} // namespace lockstep

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace lockstep {

/// What the kernel knows of a TCP connection, as its sender.
struct TcpState {
    std::uint64_t delivered = 0; ///< bytes that the other end has acknowledged, selectively too
    double busySeconds = 0;      ///< in which something was on its way or waited for it
    double blockedSeconds = 0;   ///< of these, those in which the other end's window was closed
    int pathMtu = 0;             ///< bytes
};

/// Throws EngineError(Failure) where the kernel does not tell: it does from Linux 4.18 on.
TcpState tcpState(int socket);

} // namespace lockstep

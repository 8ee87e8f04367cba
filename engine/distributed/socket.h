// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/attach_messages.h"

#include <string>
#include <utility>

namespace lockstep {

/// Owns one file descriptor; closes it at the end of its life. Not a thread-safe type.
class Descriptor {
public:
    Descriptor() = default;
    explicit Descriptor(int descriptor) : m_descriptor(descriptor) {}
    ~Descriptor() { reset(); }
    Descriptor(Descriptor&& other) noexcept : m_descriptor(other.release()) {}
    Descriptor& operator=(Descriptor&& other) noexcept
    {
        if (this != &other)
            reset(other.release());
        return *this;
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    int get() const { return m_descriptor; }
    explicit operator bool() const { return m_descriptor >= 0; }
    int release() { return std::exchange(m_descriptor, -1); }
    void reset(int descriptor = -1);

private:
    int m_descriptor = -1;
};

/// Listens on a numeric IPv4 or IPv6 address ("10.0.0.3", "fe80::1%eth0"). Port 0: the kernel chooses; ask
/// localEndpoint(). The socket is non-blocking and closed on exec. Throws EngineError(HostUnreachable).
Descriptor listenOn(const std::string& address, int port = 0);

/// Where a bound socket listens. Throws EngineError(Failure) when `descriptor` is no bound IP socket.
Endpoint localEndpoint(int descriptor);

/// Begins to connect without waiting: the socket becomes writable when it is decided, see connectError(). An
/// empty descriptor: refused at once, errno says why. Throws EngineError(Usage) unless the address is
/// numeric.
Descriptor startConnecting(const Endpoint& endpoint);
/// 0 once the connection stands, else the errno it failed with.
int connectError(int descriptor);

/// Puts a socket into the state that the mesh and the transport need: non-blocking, no Nagle delay.
void prepareForMessages(int descriptor);

/// "10.0.0.3:4000", "[::1]:4000".
std::string toString(const Endpoint& endpoint);

} // namespace lockstep

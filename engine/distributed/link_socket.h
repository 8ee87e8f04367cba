// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/distributed/socket.h"
#include "engine/protocol/mutex.h"

#include <cstdint>
#include <span>

struct iovec;

namespace lockstep {

/// A non-blocking socket, and what the edges of epoll have told of it. Everything but a system call happens
/// with the group's mutex held; one thread at a time reads, one at a time writes, and the mutex is free
/// meanwhile.
class LinkSocket {
public:
    LinkSocket() = default;
    /// Prepares the socket. `patience`: how long the kernel tries to send before it gives the connection up.
    LinkSocket(Descriptor socket, std::chrono::milliseconds patience);

    int get() const { return m_socket.get(); }
    explicit operator bool() const { return static_cast<bool>(m_socket); }

    /// What may succeed now.
    bool canRead() const { return m_canRead; }
    bool canWrite() const { return m_canWrite; }
    bool isReading() const { return m_reading; }
    bool isWriting() const { return m_writing; }
    /// The flags of an epoll event.
    void noteEvents(std::uint32_t flags);
    /// There may be something to read though no edge told: looks again.
    void expectInput() { m_canRead = true; }
    /// Nothing more goes either way.
    void giveUp() { m_canRead = m_canWrite = false; }
    void finishSending();
    /// Bytes that have come and nobody has read.
    int unread() const;

    struct Result {
        enum Kind { Moved, Blocked, Ended, Failed } kind = Moved;
        std::size_t bytes = 0;
        int error = 0;
    };
    Result read(std::span<const iovec> parts, Mutex& mutex) LOCKSTEP_REQUIRES(mutex);
    Result write(std::span<const iovec> parts, Mutex& mutex) LOCKSTEP_REQUIRES(mutex);

private:
    Descriptor m_socket;
    // An EAGAIN may race with a newer edge that another thread sees: the count of edges tells.
    bool m_canRead = true;
    bool m_canWrite = true;
    unsigned m_writeEdges = 0;
    bool m_hungUp = false; ///< the peer has closed its side: read on to the end, no further edge will come
    bool m_reading = false;
    bool m_writing = false;
};

} // namespace lockstep

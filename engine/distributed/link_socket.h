// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/distributed/process_group.h"
#include "engine/distributed/record_cipher.h"
#include "engine/distributed/socket.h"
#include "engine/protocol/mutex.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace lockstep {

/// A non-blocking socket, and what the edges of epoll have told of it. Everything but a system call happens
/// with the group's mutex held; one thread at a time reads, one at a time writes, and the mutex is free
/// meanwhile. With keys it seals what it writes and opens what it reads; bytes are then those of the text.
class LinkSocket {
public:
    LinkSocket() = default;
    /// Prepares the socket. `patience`: how long the kernel tries to send before it gives the connection up.
    LinkSocket(MeshLink link, std::chrono::milliseconds patience);

    int get() const { return m_socket.get(); }
    explicit operator bool() const { return static_cast<bool>(m_socket); }

    /// What may succeed now.
    bool canRead() const { return m_canRead || (m_opener && m_opener->isReady()); }
    bool canWrite() const { return m_canWrite; }
    /// What write() took has not all gone to the kernel: it wants to be called again, if only with nothing.
    bool holdsBack() const { return m_sealer && (m_writing || !m_sealer->unsent().empty()); }
    /// Of a link that seals: records that were what the peer had sealed.
    std::uint64_t opened() const { return m_opener ? m_opener->number() : 0; }
    bool isReading() const { return m_reading; }
    bool isWriting() const { return m_writing; }
    /// The flags of an epoll event.
    void noteEvents(std::uint32_t flags);
    /// There may be something to read though no edge told: looks again.
    void expectInput() { m_canRead = true; }
    /// Nothing more goes either way.
    void giveUp() { m_canRead = m_canWrite = false; }
    void finishSending();
    /// What goes over the wire instead of these last bytes and all that is held back.
    std::string sealed(std::string bytes);
    /// Nothing where the kernel does not tell: it is no TCP, or older than 4.10.
    std::optional<SendingState> sending() const;
    /// Bytes that have come and nobody has read.
    int unread() const;

    struct Result {
        enum Kind { Moved, Blocked, Ended, Failed, Forged } kind = Moved;
        std::size_t bytes = 0;
        int error = 0;
    };
    Result read(std::span<const iovec> parts, Mutex& mutex) LOCKSTEP_REQUIRES(mutex);
    Result write(std::span<const iovec> parts, Mutex& mutex) LOCKSTEP_REQUIRES(mutex);

private:
    Result receive(std::span<const iovec> parts, Mutex& mutex) LOCKSTEP_REQUIRES(mutex);
    Result transmit(std::span<const iovec> parts, Mutex& mutex) LOCKSTEP_REQUIRES(mutex);

    Descriptor m_socket;
    std::optional<RecordSealer> m_sealer;
    std::optional<RecordOpener> m_opener;
    // An EAGAIN may race with a newer edge that another thread sees: the count of edges tells.
    bool m_canRead = true;
    bool m_canWrite = true;
    unsigned m_writeEdges = 0;
    bool m_hungUp = false; ///< the peer has closed its side: read on to the end, no further edge will come
    bool m_reading = false;
    bool m_writing = false;
};

} // namespace lockstep

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/distributed/record_cipher.h"
#include "engine/protocol/data_copy.h"
#include "engine/protocol/descriptor.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace lockstep {

/// The connection over which one host hands data on to another: both ends have proven the token of the copy,
/// and all that is said is sealed (record_cipher.h). Every call waits, on the thread that makes it, and
/// throws EngineError: PeerLost when the connection breaks, when nothing moves for long, or when a record is
/// not what the other end sealed; Stopped when it is cancelled.
class SealedStream {
public:
    /// Meets the other host of this copy. `listener`: bound, of the host that takes; -1: of the other one.
    /// `cancel`: readable: give up; -1: never. Both are borrowed.
    static SealedStream meet(const DataCopyRequest& request, int listener, int cancel);

    void send(std::string_view bytes);
    void sendNumber(std::uint64_t number);
    /// As many as there is room for.
    void receive(std::span<char> bytes);
    std::uint64_t receiveNumber();

private:
    SealedStream(MeshLink link, int cancel);
    void flush();
    void fill();
    void await(short events);

    Descriptor m_socket;
    RecordSealer m_sealer;
    RecordOpener m_opener;
    const int m_cancel;
};

} // namespace lockstep

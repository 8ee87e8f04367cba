// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/mutex.h"

#include <cstddef>
#include <map>

namespace lockstep::testing {

/// The memory of fake devices, page-guarded: closed to everybody unless opened, and what lies behind the end
/// of an allocation (of 256 bytes, as devices align them) is nobody's. New memory holds no zeros. Any thread.
class FakeMemory {
public:
    /// Null when the device has no room for it beside what it holds.
    void* allocate(int device, std::size_t bytes, std::size_t room);
    /// Whether there was such an allocation.
    bool release(void* memory);
    /// Whether all of it lies in one allocation.
    bool holds(const void* memory, std::size_t bytes);
    std::size_t used(int device);

    /// May be nested, and on several threads.
    void open();
    void close();

private:
    struct Piece {
        int device;
        std::size_t bytes;  ///< as asked for
        std::byte* mapping; ///< with a closed page before and behind
        std::size_t mapped;
    };
    void protectAll(int protection) LOCKSTEP_REQUIRES(m_mutex);

    Mutex m_mutex;
    std::map<std::byte*, Piece> m_pieces LOCKSTEP_GUARDED_BY(m_mutex);
    int m_open LOCKSTEP_GUARDED_BY(m_mutex) = 0;
};

} // namespace lockstep::testing

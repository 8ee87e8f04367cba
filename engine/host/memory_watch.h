// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/host/system_calls.h"

#include <cstdint>
#include <deque>
#include <optional>
#include <string>

namespace lockstep {

/// How scarce memory was when a process died. A kernel that kills for want of memory tells ordinary users no
/// more than that it did.
struct MemoryShortage {
    enum class Kind {
        Unknown, ///< the kernel tells nothing
        None,
        Likely, ///< there was next to nothing left
        Killed, ///< the kernel has killed a process for it
    };
    Kind kind = Kind::Unknown;
    std::int64_t leftBytes = 0; ///< the least that was left lately
};

/// Where the kernel tells of memory. Paths of files; empty: it does not.
struct MemorySources {
    std::string kills;       ///< with a line "oom_kill <count>"
    std::string memory;      ///< as /proc/meminfo
    std::string groupLimit;  ///< memory.max of the control group, in bytes or "max"
    std::string groupMemory; ///< memory.stat of it
};
/// Of the control group of this process (version 2) where it counts its own kills, else of the machine.
MemorySources memorySources();

/// Remembers for a minute what the kernel tells, for much memory takes its time to be given back: a process
/// may end long after it was killed. One thread.
class MemoryWatch {
public:
    explicit MemoryWatch(MemorySources sources) : m_sources(std::move(sources)) {}

    /// Call it often; it looks once a second.
    void look(Clock::time_point now);
    /// Of a process that has just been found dead.
    MemoryShortage shortage(Clock::time_point now);

private:
    struct Sample {
        Clock::time_point when;
        std::optional<std::int64_t> kills, left, limit;
    };
    Sample take(Clock::time_point now) const;

    MemorySources m_sources;
    std::deque<Sample> m_samples; ///< the newest last
};

} // namespace lockstep

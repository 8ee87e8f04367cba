// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/mutex.h"

#include <chrono>
#include <cstdint>

namespace lockstep {

/// How far a data set has come that this host takes from another one, file by file in the manifest's order:
/// for whoever gives it on meanwhile. Thread-safe.
class Arrival {
public:
    enum class Stage { Awaited, UnderWay, Whole, Broken };
    /// Of one file.
    struct Reach {
        enum class Stage { NotBegun, Arriving, Whole } stage = Stage::NotBegun;
        std::uint64_t size = 0;  ///< of one that arrives
        std::uint64_t bytes = 0; ///< of one that arrives: so many are there
    };

    /// The manifest is there.
    void begin() LOCKSTEP_EXCLUDES(m_mutex);
    /// The next file arrives.
    void beginFile(std::uint64_t size) LOCKSTEP_EXCLUDES(m_mutex);
    void advance(std::uint64_t bytes) LOCKSTEP_EXCLUDES(m_mutex);
    void endFile() LOCKSTEP_EXCLUDES(m_mutex);
    void end(Stage stage) LOCKSTEP_EXCLUDES(m_mutex);

    Stage stage() const LOCKSTEP_EXCLUDES(m_mutex);
    /// Bytes of all files so far.
    std::uint64_t done() const LOCKSTEP_EXCLUDES(m_mutex);
    /// How much of this file is there, which may be asked for once it is UnderWay; waits a moment for more
    /// than `beyond` bytes of it. Throws EngineError(PeerLost) when no more will come.
    Reach await(std::uint64_t file, std::uint64_t beyond, std::chrono::milliseconds moment) const
        LOCKSTEP_EXCLUDES(m_mutex);

private:
    Reach reach(std::uint64_t file) const LOCKSTEP_REQUIRES(m_mutex);

    mutable Mutex m_mutex;
    mutable ConditionVariable m_changed;
    Stage m_stage LOCKSTEP_GUARDED_BY(m_mutex) = Stage::Awaited;
    std::uint64_t m_filesWhole LOCKSTEP_GUARDED_BY(m_mutex) = 0;
    bool m_isInAFile LOCKSTEP_GUARDED_BY(m_mutex) = false;
    std::uint64_t m_size LOCKSTEP_GUARDED_BY(m_mutex) = 0;  ///< of that file
    std::uint64_t m_bytes LOCKSTEP_GUARDED_BY(m_mutex) = 0; ///< of it
    std::uint64_t m_done LOCKSTEP_GUARDED_BY(m_mutex) = 0;
};

} // namespace lockstep

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/host/run_store.h"

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lockstep {

/// The checkpoints of a run in one home: those of this host's own folder, and those in the folders that the
/// home has of other hosts of the run, as when the drawing gave the machine another number before. Only what
/// has a manifest counts. Not thread-safe. All functions throw EngineError naming the file.
class CheckpointShelf {
public:
    /// `own` outlives it.
    explicit CheckpointShelf(const HostFolder& own);

    /// Steps, rising.
    std::vector<std::int64_t> own() const { return stepsIn(m_own); }
    std::vector<std::int64_t> elsewhere() const; ///< in the other folders
    std::vector<std::int64_t> all() const;
    /// The folder that holds this host's own; it is made where it is missing.
    std::string folder() const;
    /// Reads a checkpoint of its own whole. What is wrong with it; empty: nothing. `cancelled`: gives up, and
    /// says nothing is.
    Sentence damageOf(std::int64_t step, const std::atomic<bool>& cancelled) const;
    enum class Where { Anywhere, ElsewhereOnly };
    /// Opens a file of a checkpoint, its own before those of other folders. Empty: there is none.
    Descriptor open(std::int64_t step, const std::string& file, Where where) const;
    /// Of its own.
    void remove(std::int64_t step) const;

private:
    static std::vector<std::int64_t> stepsIn(const HostFolder& folder);

    const HostFolder& m_own;
    std::vector<HostFolder> m_others;
};

} // namespace lockstep

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/checkpoint/manifest.h"
#include "engine/core/sha256.h"
#include "engine/host/run_store.h"

#include <optional>
#include <string>

namespace lockstep {

/// Compares a checkpoint of a run with its manifest, a slice at a time, so that a conversation can go on
/// beside it. Every file is read whole: its size and SHA-256 must be those that the manifest gives.
class CheckpointCheck {
public:
    /// `folder` outlives it. `checkpoint`: "checkpoints/step-00000600". Throws EngineError when the run has
    /// no such checkpoint here.
    CheckpointCheck(const HostFolder& folder, std::string checkpoint);

    /// Reads the next slice. REQUIRES: !over().
    void advance();
    bool over() const { return m_over; }
    /// What is wrong with it; empty: nothing. REQUIRES: over().
    const Sentence& damage() const { return m_damage; }
    std::uint64_t done() const { return m_done; }   ///< bytes
    std::uint64_t total() const { return m_total; } ///< bytes of its files
    /// Absolute path of the checkpoint.
    std::string path() const { return m_folder.path() + "/" + m_checkpoint; }

private:
    std::string nameOf(const std::string& file) const { return m_checkpoint + "/" + file; }
    void readManifest();
    void readSlice();
    void open(const ManifestFile& file);
    void end(Sentence damage);

    const HostFolder& m_folder;
    std::string m_checkpoint;
    std::vector<ManifestFile> m_files;
    std::size_t m_present = 0; ///< of m_files
    Descriptor m_file;         ///< of the present one; empty before its first slice
    std::int64_t m_read = 0;   ///< bytes of it
    std::optional<Sha256> m_hash;
    std::uint64_t m_done = 0, m_total = 0;
    bool m_over = false;
    Sentence m_damage;
};

} // namespace lockstep

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/checkpoint/durable_file.h"
#include "engine/checkpoint/manifest.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace lockstep {

/// Takes in a checkpoint that comes from elsewhere, piece by piece, as its manifest describes it. It is made
/// in a hidden folder and takes its name once every file has the size and the SHA-256 of the manifest, which
/// is written last: so a step-... folder is whole or not there, as with CheckpointStore. One at a time in
/// each folder. Not thread-safe. All functions throw EngineError(CheckpointError) that names the file.
class CheckpointIntake {
public:
    /// `folder`: the one that holds the checkpoints of a run; must be there. `manifest`: manifest.json as it
    /// came, for this run and step, or it is refused; so is a checkpoint that the disk has no room for.
    CheckpointIntake(std::string folder, const std::string& run, std::int64_t step, std::string manifest);
    /// Removes what is not published.
    ~CheckpointIntake();
    CheckpointIntake(const CheckpointIntake&) = delete;
    CheckpointIntake& operator=(const CheckpointIntake&) = delete;

    struct Wanted {
        std::string file;        ///< "model.safetensors"
        std::int64_t offset = 0; ///< in it
        std::int64_t bytes = 0;  ///< that are left of it, > 0
    };
    /// What take() takes next; nothing: all is there, and publish() may be called.
    std::optional<Wanted> wanted() const;
    /// At most as much as is wanted.
    void take(std::span<const std::byte> bytes);
    /// It replaces one of the same step.
    void publish();

    std::uint64_t totalBytes() const { return m_total; } ///< of the files that the manifest lists

private:
    /// Through with all files that have their bytes; opens the next one.
    void advance();
    void requireRoom() const;

    const std::string m_folder;
    const std::string m_made; ///< hidden, in m_folder
    const std::string m_text; ///< of the manifest
    Manifest m_manifest;
    std::uint64_t m_total = 0;
    std::size_t m_present = 0; ///< of its files
    std::optional<DurableFile> m_file;
    bool m_published = false;
};

} // namespace lockstep

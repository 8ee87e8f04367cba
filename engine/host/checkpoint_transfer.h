// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/checkpoint/checkpoint_intake.h"
#include "engine/host/copy_message.h"

#include <memory>
#include <string>

namespace lockstep {

/// The taking end of a copy of one checkpoint: its manifest first, then its files, each in pieces. All
/// functions throw EngineError for what is not as the manifest says, or cannot be written.
class CheckpointTransfer {
public:
    /// `folder`: that holds the checkpoints of the run here.
    CheckpointTransfer(std::string folder, std::string run, std::int64_t step)
        : m_folder(std::move(folder)), m_run(std::move(run)), m_step(step)
    {
    }

    std::int64_t step() const { return m_step; }
    /// The next piece that is wanted. REQUIRES: !isWhole().
    CopyMessage request() const;
    /// A piece, or a refusal, which is thrown. What was not asked for is refused.
    void take(const CopyMessage& answer);
    /// All has come and is in its place.
    bool isWhole() const { return m_isWhole; }
    std::uint64_t bytes() const { return m_intake ? m_intake->totalBytes() : 0; }

private:
    const std::string m_folder;
    const std::string m_run;
    const std::int64_t m_step;
    std::string m_manifest; ///< as much as has come
    std::unique_ptr<CheckpointIntake> m_intake;
    bool m_isWhole = false;
};

} // namespace lockstep

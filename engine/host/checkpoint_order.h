// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/host/checkpoint_check.h"
#include "engine/protocol/frame.h"

#include <chrono>
#include <list>
#include <optional>
#include <string>

namespace lockstep {

/// A Check or Discard of a checkpoint that is under way in a conversation. Nothing here waits for anything
/// but the disk, and for that a slice at a time.
class CheckpointOrder {
public:
    enum class Deed { Check, Discard };
    /// Throws EngineError when the run has no such checkpoint here, or it may not be deleted.
    CheckpointOrder(std::uint32_t request, Deed deed, HostFolder folder, const std::string& checkpoint);
    CheckpointOrder(const CheckpointOrder&) = delete;
    CheckpointOrder& operator=(const CheckpointOrder&) = delete;

    std::uint32_t request() const { return m_request; }
    const HostFolder& folder() const { return m_folder; }
    /// Works for a slice. The next Progress, Checked, Done or Failed, where there is something to tell.
    std::optional<Frame> advance();
    /// Checked, Done or Failed was the last frame.
    bool over() const { return m_over; }

private:
    void prepareDiscard();
    std::optional<Frame> settle();
    Frame end(Frame frame);
    std::optional<Frame> progress();
    Frame discard();

    std::uint32_t m_request;
    Deed m_deed;
    HostFolder m_folder;
    std::string m_checkpoint;
    Descriptor m_lock; ///< of a run that has ended: none begins while something is deleted
    /// What is left to read: of a run that goes on, the later ones, until one of them is whole.
    std::list<CheckpointCheck> m_checks;
    std::chrono::steady_clock::time_point m_told{};
    bool m_over = false;
};

} // namespace lockstep

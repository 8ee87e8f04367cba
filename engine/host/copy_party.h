// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/host/checkpoint_gathering.h"
#include "engine/host/checkpoint_giver.h"
#include "engine/host/copy_keeper.h"
#include "engine/host/copy_taker.h"

#include <atomic>
#include <optional>

namespace lockstep {

/// What one host does for the copies of a run's checkpoints, whatever its part. It reads and writes the disk,
/// so it has a thread of its own (CheckpointCopying).
class CopyParty {
public:
    /// All outlive it. `cancelled`: it gives up what takes long.
    CopyParty(const HostFolder& folder, const CopyPlan& plan, const std::atomic<bool>& cancelled);
    CopyParty(const CopyParty&) = delete;
    CopyParty& operator=(const CopyParty&) = delete;

    void receive(int host, const CopyMessage& message);
    void tick(Clock::time_point now);
    Clock::time_point nextDeadline() const;
    /// Rank 0 has ended; the copies need not be slow any more. For the lead.
    void hurry();
    /// The ranks of this host may begin: the checkpoint that they go on from is where rank 0 looks for it.
    bool mayBegin() const;
    /// The lead's copies are where they are to be, as far as they ever will.
    bool isSettled() const { return !m_keeper || m_keeper->isSettled(); }

    CopyOutbox& outbox() { return m_outbox; }

private:
    bool goesOn() const { return !m_plan.resume.empty(); }

    const CopyPlan& m_plan;
    CopyOutbox m_outbox;
    const CheckpointShelf m_shelf;
    CheckpointGiver m_giver;
    std::optional<CheckpointGathering> m_gathering; ///< of the lead, until it is over
    std::optional<CopyKeeper> m_keeper;             ///< of the lead
    std::optional<CopyTaker> m_taker;               ///< of the others
};

} // namespace lockstep

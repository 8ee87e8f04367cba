// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/host/checkpoint_shelf.h"
#include "engine/host/checkpoint_transfer.h"
#include "engine/host/copy_outbox.h"
#include "engine/host/system_calls.h"

#include <atomic>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace lockstep {

/// Before an attempt that goes on from a checkpoint: brings the newest one that verifies, or the one that was
/// chosen, to the lead's own folder, wherever in the run it lies, so that rank 0 finds it there. Tries this
/// host's own first, then other folders of its home, then the other hosts; one that is damaged or does not
/// come is passed over, with a warning. One thread.
class CheckpointGathering {
public:
    /// `shelf`, `plan`, `outbox` and `cancelled` outlive it.
    CheckpointGathering(const CheckpointShelf& shelf, const CopyPlan& plan, CopyOutbox& outbox,
                        const std::atomic<bool>& cancelled);

    void receive(int host, const CopyMessage& message);
    /// Does what is due; reads from the disk, for as long as the newest checkpoint takes.
    void tick(Clock::time_point now);
    Clock::time_point nextDeadline() const { return m_deadline; }
    bool isOver() const { return m_isOver; }

private:
    struct Candidate {
        std::int64_t step = 0;
        int host = 0; ///< that has it
        enum class Place { Own, SameHome, OtherHost } place = Place::Own;
    };
    void chooseCandidates();
    void tryNext(Clock::time_point now);
    bool isUsable(const Candidate& candidate);
    void copyWithinHome(std::int64_t step);
    void passOver(const Candidate& candidate, const Sentence& problem);
    void found(const Candidate& candidate);
    void ask(int host, Clock::time_point now);

    const CheckpointShelf& m_shelf;
    const CopyPlan& m_plan;
    CopyOutbox& m_outbox;
    const std::atomic<bool>& m_cancelled;
    std::set<int> m_awaited;                             ///< hosts that have not told what they have
    std::map<int, std::vector<std::int64_t>> m_holdings; ///< by host
    std::vector<Candidate> m_candidates;                 ///< the best last
    bool m_hasChosen = false;
    std::optional<CheckpointTransfer> m_transfer;
    int m_giver = -1;
    Clock::time_point m_deadline; ///< of what is awaited
    bool m_isOver = false;
};

} // namespace lockstep

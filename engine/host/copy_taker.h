// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/host/checkpoint_shelf.h"
#include "engine/host/checkpoint_transfer.h"
#include "engine/host/copy_outbox.h"
#include "engine/host/system_calls.h"

#include <optional>
#include <vector>

namespace lockstep {

/// The part of a host other than the lead: fetches the lead's newest checkpoint, where it is to hold copies,
/// and removes those of its own that the lead has no more. It takes its time, so that the training has the
/// network: from one piece to the next it waits three times as long as the last one took. Where several are
/// saved meanwhile, the newest alone is fetched. One thread.
class CopyTaker {
public:
    /// All outlive it.
    CopyTaker(const CheckpointShelf& shelf, const CopyPlan& plan, CopyOutbox& outbox);

    /// What the lead says.
    void receive(const CopyMessage& message);
    void tick(Clock::time_point now);
    Clock::time_point nextDeadline() const;
    /// The lead has told what it has.
    bool hasHeard() const { return m_hasHeard; }

private:
    void takePiece(const CopyMessage& message);
    /// Begins with the newest, or tells the lead that there is nothing to be done.
    void proceed();
    void prune();
    void giveUp(const Sentence& problem);
    void tellHoldings(bool gaveUp);

    const CheckpointShelf& m_shelf;
    const CopyPlan& m_plan;
    CopyOutbox& m_outbox;
    const bool m_takes;
    std::vector<std::int64_t> m_leads; ///< rising
    std::optional<CheckpointTransfer> m_transfer;
    std::optional<std::int64_t> m_givenUp; ///< step
    bool m_awaits = false;                 ///< a piece was asked for
    Clock::time_point m_askedAt, m_askAt;
    bool m_hurries = false;
    bool m_hasHeard = false;
};

} // namespace lockstep

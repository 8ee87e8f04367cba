// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/host/checkpoint_shelf.h"
#include "engine/host/copy_outbox.h"
#include "engine/host/system_calls.h"

#include <map>
#include <vector>

namespace lockstep {

/// The lead's part while its rank 0 saves checkpoints: tells the other hosts what there is, whenever that
/// changes. One thread.
class CopyKeeper {
public:
    /// All outlive it.
    CopyKeeper(const CheckpointShelf& shelf, const CopyPlan& plan, CopyOutbox& outbox);

    /// `tellsAll`: hosts that are to hold no copies wait for the word too.
    void begin(bool tellsAll);
    void receive(int host, const CopyMessage& holdings);
    void tick(Clock::time_point now);
    Clock::time_point nextDeadline() const { return m_nextLook; }
    /// Rank 0 saves no more.
    void hurry();
    /// It saves no more, and each host that is to hold a copy has the newest, or has said that it will not.
    bool isSettled() const;

private:
    void tell(const std::vector<int>& hosts);

    const CheckpointShelf& m_shelf;
    const CopyPlan& m_plan;
    CopyOutbox& m_outbox;
    std::vector<std::int64_t> m_steps;    ///< as told last
    std::map<int, CopyMessage> m_answers; ///< of the takers to that
    Clock::time_point m_nextLook;
    bool m_hurries = false;
};

} // namespace lockstep

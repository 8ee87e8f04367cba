// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/distributed/wire.h"

#include <chrono>
#include <span>
#include <string>
#include <vector>

namespace lockstep {

/// What another rank told of itself in its last beat, and when it last moved a byte.
class PeerReport {
public:
    using Clock = std::chrono::steady_clock;

    void update(const Beat& beat, Clock::time_point now);
    const Beat& beat() const { return m_beat; }
    /// The rank that it waits for, -1: none.
    int waitingOn() const { return m_beat.waitingOn; }
    /// Saves, evaluates or loads, outside collectives, or waits for others: it will come, but nobody knows
    /// when.
    bool takesItsTime() const;
    /// The beat that first told of the bytes moved last; the earliest time before that.
    Clock::time_point movedAt() const { return m_movedAt; }
    /// The last beat that told of taking its time; the earliest time when there was none.
    Clock::time_point lateAt() const { return m_lateAt; }

private:
    Beat m_beat;
    Clock::time_point m_movedAt = Clock::time_point::min();
    Clock::time_point m_lateAt = Clock::time_point::min();
};

struct WaitLimits {
    std::chrono::milliseconds stuck; ///< no byte moves anywhere along the chain
    std::chrono::milliseconds late;  ///< the same, while the rank at its end takes its time
};

/// Who waits for whom, from one rank to the end: that rank holds up the others, however far away they are.
/// When the chain comes back to itself there is no such rank.
class WaitChain {
public:
    using Clock = std::chrono::steady_clock;

    /// `self` waits for `peer`. `reports` by rank; that of `self` is not read.
    WaitChain(int self, int peer, std::span<const PeerReport> reports);

    bool isCircle() const { return m_isCircle; }
    /// Who is waited for in the end. REQUIRES: no circle.
    int end() const { return m_ranks.back(); }
    /// The one that holds for this chain.
    std::chrono::milliseconds limit(const WaitLimits& limits) const;
    /// When patience is over. `since`: the later of when `self` began to wait and moved a byte.
    Clock::time_point deadline(Clock::time_point since, const WaitLimits& limits) const;
    /// Of a circle: "0 -> 2 -> 0".
    std::string toString() const;

private:
    std::vector<int> m_ranks; ///< `self` first; of a circle: those before it are left out
    bool m_isCircle = false;
    bool m_endTakesItsTime = false;
    Clock::time_point m_movedAt = Clock::time_point::min(); ///< the latest of all ranks of the chain
    Clock::time_point m_lateAt = Clock::time_point::min();  ///< the same
};

} // namespace lockstep

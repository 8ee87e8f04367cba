// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/preflight/pairs/pair_check.h"
#include "remote/preflight/pairs/pair_rounds.h"

#include <deque>
#include <functional>
#include <map>
#include <vector>

namespace lockstep {

/// Who is measured with whom and when, and what comes of it: told the figures, it judges them. Pairs that are
/// slower than drawn while others were measured are looked at once more, alone, which tells a slow way from
/// one that is shared with others.
class PairTournament {
public:
    PairTournament() = default;
    /// Of hosts that have ranks, rising; pairs that `isMeant` refuses are left out. Nothing is begun.
    PairTournament(Topology topology, const std::vector<std::size_t>& hosts,
                   const std::function<bool(const HostPair&)>& isMeant);

    /// What is to be measured now, all of it at the same time, once the round before is over; empty: no more.
    PairRound nextRound();
    bool isRoundOver() const { return m_awaited.empty(); }
    /// nextRound() has found no more.
    bool isOver() const { return m_isOver; }
    void take(const HostPair& pair, const PairFigures& figures);
    void fail(const HostPair& pair, const Sentence& reason);
    /// A host is gone: what it has not been measured for fails for this reason.
    void lose(std::size_t host, const Sentence& reason);
    /// A person gives up: what is not known yet is skipped.
    void cancel();

    /// Every pair, in the order in which they are measured.
    const PairChecks& checks() const { return m_checks; }

private:
    struct Together {
        PairRound others; ///< that were measured at the same time
        PairFigures figures;
    };

    PairCheck& find(const HostPair& pair);
    void finish(const HostPair& pair);
    void planSecondLooks();
    void judgeSecondLooks();

    Topology m_topology;
    PairChecks m_checks;
    std::deque<PairRound> m_rounds;
    PairRound m_round;                       ///< the present one
    std::vector<HostPair> m_awaited;         ///< of the present round, those that are not known
    std::map<HostPair, Together> m_together; ///< of pairs that are slower than drawn beside others
    bool m_isSecondLook = false;
    bool m_isOver = false;
};

} // namespace lockstep

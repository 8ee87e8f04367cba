// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/blame/culprit.h"
#include "engine/protocol/experiment.h"

#include <map>
#include <span>
#include <vector>

namespace lockstep {

/// Finds what holds a run back, from what its ranks tell. A plain value for any one thread.
class RunBlame {
public:
    /// Ranks tell something of themselves every two seconds at least, also while they wait: a host whose
    /// ranks have told nothing for so long, while another's have told something within kHeardSeconds, is
    /// silent.
    static constexpr double kSilentSeconds = 4.5;
    static constexpr double kHeardSeconds = 2.6;
    /// Ranks tell of their flows every two seconds, one after another: while the one's tell of a change and
    /// the other's do not yet, what they say together is wrong. So what is found must stay for so long before
    /// it is named, and twice as long where several links are meant: what tells them apart may come last.
    /// Silence need not.
    static constexpr double kSettleSeconds = 2.5;

    explicit RunBlame(const Experiment& experiment);

    /// Of one rank, in their order; `now`: seconds on the clock of whoever calls.
    void take(int rank, std::span<const Record> records, double now);
    /// What holds it back at this time. Where nobody is heard any more, as after its end, what it was then.
    const Culprit& judge(double now);
    /// What judge() found last.
    const Culprit& culprit() const { return m_culprit; }

private:
    std::optional<Culprit> silentHost(double now) const;
    Culprit find();
    /// Names what was found, once it has stayed.
    void settle(Culprit found, double now);

    Topology m_topology;
    std::vector<Placement> m_processes; ///< by rank, then by server
    std::size_t m_ranks;
    DrawnRoutes m_routes;
    bool m_areOnProcessors; ///< all ranks
    StepHistory m_steps;
    FlowHistory m_flows;
    ProcessorTime m_processors;
    std::map<std::size_t, double> m_heard; ///< by host: when something of it was last heard
    std::map<int, bool> m_isThrough;       ///< by rank: it has ended
    Culprit m_culprit;
    Culprit m_candidate;     ///< found last
    double m_foundSince = 0; ///< on the caller's clock, without another between
};

} // namespace lockstep

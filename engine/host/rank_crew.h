// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/host/frame_channel.h"
#include "engine/host/rank_process.h"
#include "engine/protocol/attach_messages.h"
#include "engine/protocol/experiment.h"

#include <functional>
#include <list>
#include <optional>
#include <string>
#include <vector>

namespace lockstep {

class HostFolder;

/// What the processes of an attempt are, on all of its hosts.
struct CrewPlan {
    const Experiment& experiment;
    const std::string& document;              ///< that the processes get
    const std::vector<Placement>& placements; ///< ranks first
    int drawnRanks = 0;                       ///< RankLaunch::drawnRanks
};

/// The ranks and servers of one attempt on one host: starts them, feeds them, signals them, and tells of
/// those that have ended. Nothing here waits. REQUIRES: used on the supervisor's main thread.
class RankCrew {
public:
    /// Borrows everything, and what the plan refers to.
    RankCrew(std::vector<std::string> command, const SubmitRequest& request, const HostFolder& folder,
             const CrewPlan& plan);

    /// Forks all processes of this host; `ports` are theirs, in the order of the placements. Stops at the
    /// first that cannot be forked, which is the answer.
    std::optional<Cause> start(const StartRequest& request, std::vector<Descriptor> ports);
    bool started() const { return m_started; }
    /// No process is left. (None has been started: so too.)
    bool ended() const;
    std::vector<ProcessIdentity> identities() const;
    /// "Rank 3 is process 4711."
    std::vector<std::string> notes() const;

    void addTo(PollTurn& turn);
    /// Reaps what has died, orphans included, and tells of ranks and servers among it.
    std::vector<RankEnd> reap();
    /// A rank whose program has not begun in time; it is killed.
    std::optional<Cause> overdue(Clock::time_point now);

    /// How one of its ranks is found that the others wait for, with a cause where that says more than they
    /// can. None: it is no rank of this host, or has ended.
    std::optional<Cause> examine(int rank);
    void terminate();
    /// Kills the ranks that are still there, unless they are spared, and servers once there is none; returns
    /// the ranks that it killed.
    std::vector<int> kill(const std::function<bool(int rank)>& isSpared);

private:
    int count(const std::function<bool(const Placement&)>& counts) const;
    Descriptor memoryFor(const StartRequest& request);
    RankStart startOf(const StartRequest& request, const Placement& placement, int listener,
                      int memory) const;

    std::vector<std::string> m_command;
    const SubmitRequest& m_request;
    const HostFolder& m_folder;
    const CrewPlan m_plan;
    std::list<RankProcess> m_ranks; // a turn of the poll loop refers to them
    std::string m_memoryNote;       // why the ranks share none, where they could
    bool m_started = false;
};

} // namespace lockstep

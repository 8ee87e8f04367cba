// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/run/run_controller.h"
#include "remote/run/run_hosts.h"

#include <QString>
#include <map>
#include <optional>
#include <vector>

namespace lockstep {

/// What persons want done with checkpoints of one run, as errands to the hosts that have them: the host of
/// rank 0, and where that is out of reach or cannot do it, those that hold copies, one after the other. A
/// deletion is for all of them once the run has ended, as whatever is left of the newest is what a further
/// attempt goes on from; while it trains, copies follow what they are copies of. Lives on the controller's
/// thread.
class CheckpointOrders {
public:
    /// Both outlive it.
    CheckpointOrders(RunController& face, RunHosts& hosts) : m_face(face), m_hosts(hosts) {}

    /// -> RunController::checkpointProgress ..., checkpointFinished.
    void order(CheckpointDeed deed, const RunFolder& folder, const QString& checkpoint);
    void takeBack(const QString& checkpoint);
    /// The word of a host.
    void take(const RunHost& host, const HostCheckpoint& event);
    /// The link to a host is lost: what it was to do, another does.
    void lose(const RunHost& host);

private:
    struct Order {
        CheckpointDeed deed = CheckpointDeed::Fetch;
        RunFolder folder;
        std::vector<int> asked;     ///< hosts whose word is awaited; the progress of the first is shown
        std::vector<int> others;    ///< that may be asked in their place, the best first
        std::optional<Error> error; ///< the first
    };
    using Orders = std::map<QString, Order>; ///< by checkpoint

    /// Indices of the hosts that have the run's checkpoints, that of rank 0 first; all have threads.
    std::vector<int> keepers(const RunFolder& folder);
    bool isAway(int host) { return m_hosts.at(static_cast<std::size_t>(host)).isAway(); }
    void ask(int host, const QString& checkpoint, Order& order);
    void finish(Orders::iterator order, CheckpointOutcome outcome);

    RunController& m_face;
    RunHosts& m_hosts;
    Orders m_orders;
};

} // namespace lockstep

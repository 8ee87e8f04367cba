// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/run/run_host.h"

#include <QObject>
#include <QVector>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace lockstep {

/// The hosts of one run and their threads. Lives on the controller's thread; the events of the hosts arrive
/// there one after the other.
class RunHosts {
public:
    using Handler = std::function<void(RunHost&, const HostEvent&)>;
    using Predicate = std::function<bool(const RunHost&)>;

    /// `context`: events are for its thread, and are dropped when it is gone.
    RunHosts(RemoteOptions options, QObject& context, Handler handler);
    ~RunHosts();
    RunHosts(const RunHosts&) = delete;
    RunHosts& operator=(const RunHosts&) = delete;

    /// One for each host of the drawing, in its order, none of them connected. `rehearsal`: where they are to
    /// be; nullptr: where they are drawn.
    void make(const Experiment& experiment, std::shared_ptr<Rehearsal> rehearsal = nullptr);
    /// Makes the thread of a host. `preferredBundle`: hash of the engine that began the run; may be empty.
    HostThread& makeThread(RunHost& host, const QString& preferredBundle, const LibraryWish& libraries = {});

    std::vector<RunHost>& all() { return m_hosts; }
    const std::vector<RunHost>& all() const { return m_hosts; }
    RunHost& at(std::size_t index) { return m_hosts[index]; }
    /// nullptr for a host that has no thread.
    HostThread* thread(int host) const;
    /// The host of this rank with its thread; nullptr when there is none.
    RunHost* ofRank(int rank);

    /// Of the hosts that take part.
    bool every(const Predicate& holds) const;
    bool any(const Predicate& holds) const;
    QVector<HostStatus> statuses() const;
    /// By index: what the hosts that have answered said.
    std::map<std::size_t, HostWelcome> welcomes() const;
    std::map<std::size_t, SubmittedReply> replies() const;
    /// What the others say about a host that is away.
    OutOfReach knownOfAway(const RunHost& away) const;

private:
    RemoteOptions m_options;
    QObject& m_context;
    Handler m_handler;
    std::shared_ptr<Rehearsal> m_rehearsal;
    std::vector<RunHost> m_hosts;
};

} // namespace lockstep

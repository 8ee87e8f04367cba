// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/run/run_hosts.h"

#include "engine/protocol/process_placement.h"

#include <algorithm>

namespace lockstep {

RunHosts::RunHosts(RemoteOptions options, QObject& context, Handler handler)
    : m_options(std::move(options)), m_context(context), m_handler(std::move(handler))
{
}

RunHosts::~RunHosts()
{
    // All at once, so that the joins do not add up.
    for (RunHost& host : m_hosts)
        if (host.thread)
            host.thread->interrupt();
}

void RunHosts::make(const Experiment& experiment, std::shared_ptr<Rehearsal> rehearsal)
{
    m_rehearsal = std::move(rehearsal);
    const Topology& topology = experiment.topology;
    m_hosts.clear();
    m_hosts.resize(topology.hosts.size());
    for (std::size_t i = 0; i < m_hosts.size(); ++i) {
        m_hosts[i].host = topology.hosts[i];
        m_hosts[i].status.host = static_cast<int>(i);
    }
    for (const Placement& placement : placeProcesses(experiment)) {
        RunHost& host = m_hosts[placement.host];
        if (placement.role == Role::Rank)
            host.ranks.insert(placement.rank);
        else
            ++host.servers;
    }
}

HostThread& RunHosts::makeThread(RunHost& host, const QString& preferredBundle, const LibraryWish& libraries)
{
    HostLinkOptions link{host.host, m_options, preferredBundle.toStdString(), libraries, m_rehearsal};
    const auto index = static_cast<std::size_t>(host.status.host);
    host.thread =
        std::make_unique<HostThread>(std::move(link), *m_options.secrets, [this, index](HostEvent event) {
            // Dropped by Qt when the context is gone, which joins this thread before.
            QMetaObject::invokeMethod(
                &m_context, [this, index, event = std::move(event)] { m_handler(m_hosts[index], event); },
                Qt::QueuedConnection);
        });
    return *host.thread;
}

HostThread* RunHosts::thread(int host) const
{
    const auto index = static_cast<std::size_t>(host);
    return index < m_hosts.size() ? m_hosts[index].thread.get() : nullptr;
}

RunHost* RunHosts::ofRank(int rank)
{
    const auto found =
        std::ranges::find_if(m_hosts, [rank](const RunHost& host) { return host.ranks.contains(rank); });
    return found != m_hosts.end() && found->thread ? &*found : nullptr;
}

bool RunHosts::every(const Predicate& holds) const
{
    return !any([&holds](const RunHost& host) { return !holds(host); });
}

bool RunHosts::any(const Predicate& holds) const
{
    return std::ranges::any_of(m_hosts,
                               [&holds](const RunHost& host) { return host.takesPart() && holds(host); });
}

QVector<HostStatus> RunHosts::statuses() const
{
    QVector<HostStatus> answer;
    for (const RunHost& host : m_hosts)
        answer.append(host.status);
    return answer;
}

std::map<std::size_t, HostWelcome> RunHosts::welcomes() const
{
    std::map<std::size_t, HostWelcome> answer;
    for (std::size_t i = 0; i < m_hosts.size(); ++i)
        if (m_hosts[i].welcome)
            answer.emplace(i, *m_hosts[i].welcome);
    return answer;
}

std::map<std::size_t, SubmittedReply> RunHosts::replies() const
{
    std::map<std::size_t, SubmittedReply> answer;
    for (std::size_t i = 0; i < m_hosts.size(); ++i)
        if (m_hosts[i].submitted)
            answer.emplace(i, *m_hosts[i].submitted);
    return answer;
}

OutOfReach RunHosts::knownOfAway(const RunHost& away) const
{
    std::vector<LeaseWitness> others;
    for (const RunHost& host : m_hosts)
        if (host.takesPart() && &host != &away)
            others.push_back(host.witness());
    return knownOf(away.witness().phase, others, Clock::now() - away.awaySince);
}

} // namespace lockstep

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/hosts/host_thread.h"
#include "remote/run/run_launch.h"

#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lockstep {

/// What two hosts say of the network between them.
struct PairAnswer {
    HostMeasured listening;
    HostMeasured connecting;
};

/// Hosts of a rehearsal, each with its thread, of which two at a time measure what lies between them. For
/// tests and figures: it waits.
class PairHosts {
public:
    /// `engine`: lockstep-engine.
    PairHosts(std::shared_ptr<Rehearsal> rehearsal, const std::vector<Host>& hosts, const std::string& engine)
        : m_rehearsal(std::move(rehearsal)), m_hosts(hosts)
    {
        for (std::size_t i = 0; i < hosts.size(); ++i) {
            HostLinkOptions link{hosts[i], {}, {}};
            link.remote.engine = QString::fromStdString(engine);
            link.rehearsal = m_rehearsal;
            m_threads.push_back(std::make_unique<HostThread>(
                std::move(link), m_secrets, [this, i](HostEvent event) { take(i, std::move(event)); }));
            m_threads.back()->prepare();
        }
    }
    ~PairHosts() { m_threads.clear(); }

    /// Nothing: a host is not there, or does not answer within half a minute.
    std::optional<PairAnswer> measure(std::size_t listening, std::size_t connecting, double seconds = 0.8)
    {
        std::unique_lock lock(m_mutex);
        const auto patience = std::chrono::seconds(30);
        if (!m_news.wait_for(lock, patience, [this] { return m_welcomes.size() == m_threads.size(); }))
            return std::nullopt;
        m_endpoint.reset();
        m_measured.clear();
        const auto token = drawToken();
        if (!token)
            return std::nullopt;
        PairRequest request{.id = "pair",
                            .token = *token,
                            .address = m_rehearsal->addressOf(m_hosts[listening]),
                            .peer = {m_rehearsal->addressOf(m_hosts[connecting]), 0},
                            .seconds = seconds};
        m_threads[listening]->measure(request, 1);
        if (!m_news.wait_for(lock, patience, [this] { return m_endpoint.has_value(); }))
            return std::nullopt;
        request.address.clear();
        request.peer = *m_endpoint;
        m_threads[connecting]->measure(request, 1);
        if (!m_news.wait_for(lock, patience, [&] {
                return m_measured.contains(connecting) &&
                       (m_measured.contains(listening) || m_measured[connecting].error);
            }))
            return std::nullopt;
        m_threads[listening]->endMeasuring();
        return PairAnswer{m_measured[listening], m_measured[connecting]};
    }

private:
    void take(std::size_t host, HostEvent event)
    {
        const std::lock_guard lock(m_mutex);
        if (std::holds_alternative<HostWelcome>(event))
            m_welcomes.insert(host);
        else if (const auto* listening = std::get_if<HostListening>(&event))
            m_endpoint = listening->endpoint;
        else if (const auto* measured = std::get_if<HostMeasured>(&event))
            m_measured[host] = *measured;
        m_news.notify_all();
    }

    std::shared_ptr<Rehearsal> m_rehearsal;
    std::vector<Host> m_hosts;
    SecretStore m_secrets;
    std::mutex m_mutex;
    std::condition_variable m_news;
    std::set<std::size_t> m_welcomes;
    std::optional<Endpoint> m_endpoint;
    std::map<std::size_t, HostMeasured> m_measured;
    std::vector<std::unique_ptr<HostThread>> m_threads; ///< the last: their sinks use the others
};

/// A host that a rehearsal makes a place for.
inline Host placedHost(const std::string& id)
{
    Host host;
    host.id = host.name = id;
    host.connection = Connection::Local;
    host.devices.resize(1);
    return host;
}

inline Link drawnLink(const std::string& from, const std::string& to, std::optional<double> mbps)
{
    Link link;
    link.from = from;
    link.to = to;
    link.bandwidthMbps = mbps;
    return link;
}

} // namespace lockstep

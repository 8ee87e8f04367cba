// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/delivery/data_copies.h"

#include "engine/protocol/pair_measurement.h"
#include "remote/run/run_launch.h"

#include <algorithm>
#include <utility>

namespace lockstep {

DataCopies::DataCopies(HostThreads& threads, const Experiment& experiment, RemoteOptions options,
                       std::shared_ptr<const DataPayload> data, Sink sink)
    : m_threads(threads), m_topology(experiment.topology), m_options(std::move(options)),
      m_data(std::move(data)), m_sink(std::move(sink))
{
}

void DataCopies::begin(const std::vector<int>& order, CopyWay way)
{
    m_order = order;
    m_way = way;
    for (const int host : order) {
        if (way == CopyWay::Direct || host == order.front())
            send(host);
        else
            meet(host);
    }
}

void DataCopies::connect(int host, std::shared_ptr<const DataPayload> data)
{
    HostLinkOptions link{m_topology.hosts[static_cast<std::size_t>(host)], m_options, {}};
    link.data = std::move(data);
    m_threads.begin(host, std::move(link)).prepare();
}

void DataCopies::meet(int host)
{
    m_stations[host] = {.stage = Station::Stage::Meeting};
    connect(host, nullptr);
}

void DataCopies::send(int host)
{
    m_stations[host] = {.stage = Station::Stage::Sent};
    connect(host, m_data);
}

bool DataCopies::isOver() const
{
    return std::ranges::all_of(m_stations, [](const auto& station) {
        return station.second.stage == Station::Stage::Has || station.second.stage == Station::Stage::Failed;
    });
}

std::set<int> DataCopies::failed() const
{
    std::set<int> hosts;
    for (const auto& [host, station] : m_stations)
        if (station.stage == Station::Stage::Failed)
            hosts.insert(host);
    return hosts;
}

void DataCopies::giveUp()
{
    for (auto& [host, station] : m_stations)
        if (station.stage != Station::Stage::Has)
            station.stage = Station::Stage::Failed;
}

void DataCopies::take(int host, const HostEvent& event)
{
    Station& station = m_stations.at(host);
    if (std::holds_alternative<HostConnecting>(event)) {
        m_sink.connecting(host);
    } else if (const auto* sent = std::get_if<HostDeploying>(&event)) {
        if (sent->load == HostDeploying::Load::Data)
            m_sink.copying(host, kThisComputer, sent->done, sent->total);
        else
            m_sink.deploying(host, sent->done, sent->total);
    } else if (const auto* there = std::get_if<HostHasData>(&event)) {
        arrive(host, there->hadThem);
    } else if (const auto* welcome = std::get_if<HostWelcome>(&event)) {
        station.welcome = *welcome;
        if (station.stage == Station::Stage::Meeting)
            station.stage = Station::Stage::Ready;
        proceed();
    } else if (const auto* answer = std::get_if<HostAnswered>(&event)) {
        takeAnswer(*answer);
    } else if (const auto* failure = std::get_if<HostFailed>(&event)) {
        lose(host, failure->error);
    }
}

/// The nearest host before this one in the chain that has the data, or will have them. Nothing: this
/// computer.
std::optional<int> DataCopies::sourceOf(std::size_t place) const
{
    while (place > 0) {
        const int host = m_order[--place];
        const Station& station = m_stations.at(host);
        if (station.stage != Station::Stage::Failed && !station.isGone)
            return host;
    }
    return std::nullopt;
}

bool DataCopies::mayGive(int host) const
{
    const Station& station = m_stations.at(host);
    return station.welcome && (station.stage == Station::Stage::Has ||
                               (station.stage == Station::Stage::Taking && station.arrives));
}

void DataCopies::proceed()
{
    for (std::size_t place = 0; place < m_order.size(); ++place) {
        const int host = m_order[place];
        if (m_stations.at(host).stage != Station::Stage::Ready)
            continue;
        const std::optional<int> source = sourceOf(place);
        if (!source)
            send(host);
        else if (mayGive(*source))
            beginTaking(host, *source);
        else
            m_sink.waiting(host, *source);
    }
}

void DataCopies::beginTaking(int host, int from)
{
    Station& station = m_stations.at(host);
    const auto one = static_cast<std::size_t>(from);
    const auto other = static_cast<std::size_t>(host);
    const auto addresses =
        bindAddresses(m_topology, {{one, *m_stations.at(from).welcome}, {other, *station.welcome}});
    auto token = drawToken();
    HostThread* thread = m_threads.find(host);
    if (!addresses || !token || thread == nullptr)
        return send(host);
    station.stage = Station::Stage::Taking;
    station.from = from;
    station.arrives = false;
    station.takes = ++m_questions;
    station.gives = 0;
    station.request = {.id = "copy-" + std::to_string(station.takes),
                       .token = std::move(*token),
                       .data = m_data->hash,
                       .bytes = m_data->bytes,
                       .address = addresses->at(other),
                       .peer = {addresses->at(one), 0}};
    thread->ask(FrameType::CopyData, toJson(station.request), station.takes);
}

void DataCopies::takeAnswer(const HostAnswered& answer)
{
    for (auto& [host, station] : m_stations) {
        if (station.stage != Station::Stage::Taking)
            continue;
        if (station.gives == answer.question && answer.error)
            return endTaking(host, answer); // the one that takes would wait for it in vain
        if (station.takes != answer.question)
            continue;
        if (answer.ended)
            return endTaking(host, answer);
        if (!answer.answer.isEmpty())
            return askToGive(host, answer.answer);
        station.arrives = true;
        m_sink.copying(host, station.from, answer.done, m_data->bytes);
        return proceed();
    }
}

void DataCopies::askToGive(int host, const QByteArray& endpoint)
{
    Station& station = m_stations.at(host);
    const auto peer = parseEndpoint({endpoint.constData(), static_cast<std::size_t>(endpoint.size())});
    HostThread* thread = m_threads.find(station.from);
    if (!peer || thread == nullptr)
        return send(host);
    station.gives = ++m_questions;
    DataCopyRequest request = station.request;
    request.address.clear();
    request.peer = *peer;
    thread->ask(FrameType::CopyData, toJson(request), station.gives);
}

void DataCopies::endTaking(int host, const HostAnswered& answer)
{
    Station& station = m_stations.at(host);
    if (!answer.error)
        return arrive(host, station.gives == 0);
    if (mayGive(station.from))
        return send(host); // the way between the two is to blame
    if (answer.question != station.takes)
        return; // its own end follows
    station.stage = Station::Stage::Ready;
    proceed();
}

void DataCopies::arrive(int host, bool hadThem)
{
    m_stations.at(host).stage = Station::Stage::Has;
    if (m_way == CopyWay::Direct)
        m_threads.end(host);
    m_sink.done(host, hadThem, m_stations.at(host).from);
    proceed();
}

/// Those that take from it are met again, for a host that is gone may leave them waiting; what has arrived
/// there stays.
void DataCopies::lose(int host, const Error& error)
{
    Station& station = m_stations.at(host);
    m_threads.end(host);
    station.welcome.reset();
    const bool hasThem = station.stage == Station::Stage::Has;
    station.isGone = hasThem;
    if (!hasThem)
        station.stage = Station::Stage::Failed;
    for (auto& [other, one] : m_stations)
        if (one.stage == Station::Stage::Taking && one.from == host)
            meet(other);
    if (!hasThem)
        m_sink.failed(host, error);
    proceed();
}

} // namespace lockstep

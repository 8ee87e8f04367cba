// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/network/network_picture.h"

#include "app/document/node_geometry.h"
#include "app/network/network_texts.h"
#include "app/summary/rank_phase.h"
#include "app/text/number_text.h"
#include "app/topology/arrange/arrange.h"
#include "engine/protocol/process_placement.h"

#include <QCoreApplication>
#include <algorithm>

namespace lockstep {

namespace {

/// Beyond the drawing, so that it can be moved out from under what lies over it.
constexpr qreal kMargin = 2000;

/// Where cards stand: as drawn, or in order where any two lie over each other.
NodePlaces placesOf(const Topology& topology)
{
    const std::map<std::string, QRectF> drawn = nodeRects(topology);
    NodeRects cards;
    std::vector<std::string> order;
    const auto add = [&](const auto& nodes) {
        for (const auto& node : nodes) {
            cards.emplace(node.id, drawn.at(node.id));
            order.push_back(node.id);
        }
    };
    add(topology.hosts);
    add(topology.switches);
    NodePlaces places;
    RectIndex taken;
    bool isCrowded = false;
    for (const auto& [id, rect] : cards) {
        taken.intersecting(rect, [&](const QRectF&, int) { isCrowded = true; });
        taken.add(rect, 0);
        places.emplace(id, rect.topLeft());
    }
    return isCrowded ? tidied(cards, order, linkKeys(topology), Tidy::Layered) : places;
}

} // namespace

NetworkPicture::NetworkPicture(QObject* parent) : QGraphicsScene(parent)
{
    setItemIndexMethod(NoIndex);
}

void NetworkPicture::setExperiment(const Experiment& experiment)
{
    for (const auto& items : {m_hosts, m_switches})
        for (NetworkNode* item : items)
            delete item;
    for (LoadedLink* link : m_links)
        delete link;
    for (const auto& [hosts, link] : m_direct)
        delete link;
    m_hosts.clear();
    m_switches.clear();
    m_links.clear();
    m_direct.clear();
    m_cards.clear();
    m_experiment = experiment;
    m_state = {};
    m_networks.follow(experiment.topology);
    placeNodes();
    addLinks();
    const QRectF drawing = drawingRect();
    setSceneRect(drawing.adjusted(-kMargin, -kMargin, kMargin, kMargin));
}

void NetworkPicture::placeNodes()
{
    const Topology& topology = m_experiment.topology;
    const NodePlaces places = placesOf(topology);
    for (const CanvasCard& card : canvasCards(m_experiment, {})) {
        auto* node = new NetworkNode(card);
        (card.isHost ? m_hosts : m_switches).push_back(node);
        node->setPos(places.at(card.id.toStdString()));
        m_cards.add(node->rect(), 0);
        addItem(node);
    }
    std::vector<QVector<NetworkNode::Dot>> dots(m_hosts.size());
    for (const Placement& placement : placeRanks(m_experiment))
        dots[placement.host].append({placement.rank, RunPhase::Waiting});
    for (std::size_t i = 0; i < dots.size(); ++i)
        m_hosts[i]->setDots(dots[i]);
}

void NetworkPicture::addLinks()
{
    const Topology& topology = m_experiment.topology;
    std::map<std::string, QRectF> rects;
    for (const auto& items : {m_hosts, m_switches})
        for (const NetworkNode* node : items)
            rects.emplace(node->card().id.toStdString(), node->rect());
    std::map<std::pair<std::string, std::string>, int> lanes; // by the ends, either way round
    for (const Link& link : topology.links)
        ++lanes[std::minmax(link.from, link.to)];
    std::map<std::pair<std::string, std::string>, int> taken;
    for (const Link& link : topology.links) {
        const auto from = rects.find(link.from);
        const auto to = rects.find(link.to);
        const bool isWhole = from != rects.end() && to != rects.end() && from != to;
        const auto ends = std::minmax(link.from, link.to);
        m_links.push_back(isWhole ? addLink(from->second, to->second, taken[ends]++, lanes[ends], true)
                                  : nullptr);
    }
}

LoadedLink* NetworkPicture::addLink(const QRectF& from, const QRectF& to, int lane, int lanes, bool isDrawn)
{
    auto* link = new LoadedLink(routeLink({from, to, lane, lanes}, m_cards), isDrawn);
    addItem(link);
    return link;
}

void NetworkPicture::show(const RunSummary& summary, NetworkState state)
{
    m_state = std::move(state);
    showHosts(summary);
    showLinks();
}

void NetworkPicture::showHosts(const RunSummary& summary)
{
    for (std::size_t i = 0; i < m_hosts.size(); ++i) {
        QVector<NetworkNode::Dot> dots = m_hosts[i]->dots();
        std::vector<int> ranks;
        RunPhase phase = RunPhase::Waiting;
        for (NetworkNode::Dot& dot : dots) {
            const auto rank = summary.ranks().find(dot.rank);
            dot.phase = rank == summary.ranks().end() ? RunPhase::Waiting : phaseOf(rank->second);
            phase = std::max(phase, dot.phase);
            ranks.push_back(dot.rank);
        }
        HostState lamp;
        if (!ranks.empty())
            lamp.phase = phase;
        m_hosts[i]->setDots(dots);
        m_hosts[i]->setState(lamp, factsOf(ranks));
    }
    for (std::size_t i = 0; i < m_switches.size() && i < m_state.load.switchMbps.size(); ++i) {
        const double mbps = m_state.load.switchMbps[i];
        m_switches[i]->setState({}, mbps > 0 ? loadText(mbps) : QString());
    }
}

/// The mean of the ranks of a host.
QString NetworkPicture::factsOf(const std::vector<int>& ranks) const
{
    double own = 0;
    double waits = 0;
    int known = 0;
    for (const int rank : ranks) {
        const RankTimes* times = timesOf(rank);
        if (!times)
            continue;
        own += times->data + times->compute;
        waits += times->network;
        ++known;
    }
    if (known == 0)
        return {};
    return tr("work %1 · waiting %2").arg(stepTimeText(own / known), stepTimeText(waits / known));
}

void NetworkPicture::showLinks()
{
    const Topology& topology = m_experiment.topology;
    const NetworkLoad& load = m_state.load;
    double busiest = 0;
    for (const LinkLoad& link : load.links)
        busiest = std::max(busiest, link.busierMbps());
    for (const auto& [hosts, link] : load.direct)
        busiest = std::max(busiest, link.busierMbps());
    const auto inkOf = [&](const LinkLoad& link, std::optional<double> share) {
        // Where nothing is drawn, the busiest of all is the measure.
        const double measure = busiest > 0 ? link.busierMbps() / busiest : 0;
        return LinkInk{share.value_or(measure), link.busierMbps() > 0 ? share : std::nullopt};
    };
    for (std::size_t i = 0; i < m_links.size(); ++i) {
        const LinkLoad link = i < load.links.size() ? load.links[i] : LinkLoad();
        const std::optional<double> share = link.share(topology.links[i]);
        if (m_links[i])
            m_links[i]->setLoad(inkOf(link, share), loadLabel(link, share));
    }
    for (const auto& [hosts, link] : load.direct) {
        LoadedLink*& item = m_direct[hosts];
        if (!item)
            item = addLink(m_hosts[hosts.first]->rect(), m_hosts[hosts.second]->rect(), 0, 1, false);
        item->setLoad(inkOf(link, std::nullopt), loadLabel(link, std::nullopt));
    }
    for (const auto& [hosts, item] : m_direct)
        item->setVisible(load.direct.contains(hosts));
}

const RankTimes* NetworkPicture::timesOf(int rank) const
{
    const auto found = std::ranges::lower_bound(m_state.times, rank, {}, &RankTimes::rank);
    return found != m_state.times.end() && found->rank == rank ? &*found : nullptr;
}

QRectF NetworkPicture::drawingRect() const
{
    QRectF room;
    for (const auto& items : {m_hosts, m_switches})
        for (const NetworkNode* node : items)
            room = room.united(node->rect());
    for (const LoadedLink* link : m_links)
        room = link ? room.united(link->course()) : room;
    for (const auto& [hosts, link] : m_direct)
        room = room.united(link->course());
    for (const auto& [id, network] : m_networks.items())
        room = room.united(network->area());
    return room;
}

std::optional<std::size_t> NetworkPicture::hostAt(const QPointF& point) const
{
    for (std::size_t i = 0; i < m_hosts.size(); ++i)
        if (m_hosts[i]->rect().contains(point))
            return i;
    return std::nullopt;
}

std::optional<int> NetworkPicture::rankAt(const QPointF& point) const
{
    const std::optional<std::size_t> host = hostAt(point);
    return host ? m_hosts[*host]->rankAt(point) : std::nullopt;
}

QString NetworkPicture::figuresAt(const QPointF& point, const RunSummary& summary) const
{
    if (const std::optional<int> rank = rankAt(point))
        return figuresOf(*rank, summary);
    if (const std::optional<std::size_t> host = hostAt(point))
        return (m_hosts[*host]->card().description() + u'\n' + m_hosts[*host]->card().facts).trimmed();
    const Topology& topology = m_experiment.topology;
    for (std::size_t i = 0; i < m_switches.size() && i < m_state.load.switchMbps.size(); ++i)
        if (m_switches[i]->rect().contains(point))
            return switchSentence(topology.switches[i], m_state.load.switchMbps[i]);
    for (std::size_t i = 0; i < m_links.size() && i < m_state.load.links.size(); ++i)
        if (m_links[i] && m_links[i]->isAt(point))
            return linkSentences(topology, i, m_state.load.links[i]);
    for (const auto& [hosts, link] : m_direct)
        if (link->isVisible() && link->isAt(point))
            return directSentences(topology, hosts, m_state.load.direct.at(hosts));
    return {};
}

QString NetworkPicture::figuresOf(int rank, const RunSummary& summary) const
{
    const auto found = summary.ranks().find(rank);
    return found == summary.ranks().end()
               ? QString()
               : rankSentences(found->second, phaseOf(found->second), timesOf(rank));
}

RunPhase NetworkPicture::phaseOf(const RankSummary& rank) const
{
    return knownPhase(rank, m_state.away.contains(rank.hostIndex));
}

QRectF NetworkPicture::rectOf(int rank) const
{
    for (const NetworkNode* host : m_hosts)
        for (const NetworkNode::Dot& dot : host->dots())
            if (dot.rank == rank)
                return host->dotRect(rank);
    return {};
}

void NetworkPicture::setFocusedRank(std::optional<int> rank)
{
    for (NetworkNode* host : m_hosts)
        host->setFocusedRank(rank);
}

} // namespace lockstep

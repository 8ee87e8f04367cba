// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/network/loaded_link.h"
#include "app/network/network_node.h"
#include "app/network/slowest_part.h"
#include "app/topology/items/network_layer.h"
#include "app/topology/items/rect_index.h"

#include <QGraphicsScene>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace lockstep {

/// What is known of a run's network at a moment.
struct NetworkState {
    NetworkLoad load;
    std::vector<RankTimes> times; ///< ascending by rank
    SlowestPart slowest;
    std::set<int> away = {}; ///< hosts that cannot be asked, as indices into Topology::hosts
};

/// The drawing of a run, at work: hosts with their ranks, links with their load. Cards stand where they were
/// drawn; in order where they would cover each other.
class NetworkPicture : public QGraphicsScene {
    Q_OBJECT
public:
    explicit NetworkPicture(QObject* parent = nullptr);

    void setExperiment(const Experiment& experiment);
    void show(const RunSummary& summary, NetworkState state);

    const Experiment& experiment() const { return m_experiment; }
    const NetworkState& state() const { return m_state; }
    /// The rectangle of all that is drawn; null when nothing is.
    QRectF drawingRect() const;

    std::optional<int> rankAt(const QPointF& point) const;
    /// The host whose card is at this point; an index into Topology::hosts.
    std::optional<std::size_t> hostAt(const QPointF& point) const;
    /// The figures of what is there, a line each; empty where nothing is. `summary`: as shown last.
    QString figuresAt(const QPointF& point, const RunSummary& summary) const;
    QString figuresOf(int rank, const RunSummary& summary) const;
    /// Where a rank is drawn; null when there is none.
    QRectF rectOf(int rank) const;
    void setFocusedRank(std::optional<int> rank);

    /// Null for a link to nowhere.
    const LoadedLink* link(std::size_t index) const { return m_links[index]; }
    const NetworkNode& host(std::size_t index) const { return *m_hosts[index]; }

private:
    void placeNodes();
    void addLinks();
    LoadedLink* addLink(const QRectF& from, const QRectF& to, int lane, int lanes, bool isDrawn);
    void showHosts(const RunSummary& summary);
    void showLinks();
    QString factsOf(const std::vector<int>& ranks) const;
    const RankTimes* timesOf(int rank) const;
    RunPhase phaseOf(const RankSummary& rank) const;

    Experiment m_experiment;
    NetworkState m_state;
    NetworkLayer m_networks{*this};
    std::vector<NetworkNode*> m_hosts;    ///< by Topology::hosts; the scene owns the items
    std::vector<NetworkNode*> m_switches; ///< by Topology::switches
    std::vector<LoadedLink*> m_links;     ///< by Topology::links
    std::map<NetworkLoad::HostPair, LoadedLink*> m_direct;
    RectIndex m_cards;
};

} // namespace lockstep

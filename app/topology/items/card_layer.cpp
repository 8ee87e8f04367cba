// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/topology/items/card_layer.h"

#include <QGraphicsScene>
#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

template <typename Value>
Value valueAt(const std::map<std::string, Value>& values, const std::string& id)
{
    const auto found = values.find(id);
    return found == values.end() ? Value() : found->second;
}

HostStates::value_type withoutLoad(const HostStates::value_type& state)
{
    return {state.first, {state.second.phase, state.second.test, state.second.reason}};
}

/// In the order of canvasCards().
std::vector<QPointF> cardPositions(const Topology& topology)
{
    std::vector<QPointF> positions;
    positions.reserve(topology.hosts.size() + topology.switches.size());
    for (const Host& host : topology.hosts)
        positions.emplace_back(host.position.x, host.position.y);
    for (const Switch& node : topology.switches)
        positions.emplace_back(node.position.x, node.position.y);
    return positions;
}

} // namespace

void CardLayer::follow(const ExperimentDocument& document)
{
    const Experiment& experiment = document.experiment();
    std::map<std::string, HostItem*> gone = std::exchange(m_items, {});
    m_changedRects.clear();
    const std::vector<QPointF> positions = cardPositions(experiment.topology);
    std::vector<CanvasCard> cards = canvasCards(experiment, document.problems());
    for (std::size_t index = 0; index < cards.size(); ++index) {
        const std::string id = cards[index].id.toStdString();
        if (m_items.contains(id))
            continue; // two with one id: checkExperiment says so, the first is drawn
        annotate(cards[index]);
        if (const auto known = gone.extract(id)) {
            change(*known.mapped(), cards[index], positions[index]);
            m_items.emplace(id, known.mapped());
        } else {
            m_items.emplace(id, add(cards[index], positions[index]));
        }
    }
    for (const auto& [id, item] : gone) {
        m_changedRects.push_back(item->cardRect());
        delete item;
    }
    setDragged({});
}

HostItem* CardLayer::add(const CanvasCard& card, const QPointF& position)
{
    auto* item = new HostItem(card);
    item->setPos(position);
    m_scene.addItem(item);
    m_changedRects.push_back(item->cardRect());
    return item;
}

void CardLayer::change(HostItem& item, const CanvasCard& card, const QPointF& position)
{
    item.setCard(card);
    if (item.pos() == position)
        return;
    m_changedRects.push_back(item.cardRect());
    item.setPos(position);
    m_changedRects.push_back(item.cardRect());
}

void CardLayer::setDragged(const std::set<std::string>& ids)
{
    m_obstacles.clear();
    for (const auto& [id, item] : m_items) {
        if (!ids.contains(id))
            m_obstacles.add(item->cardRect(), 0);
    }
}

HostItem* CardLayer::find(const std::string& id) const
{
    const auto found = m_items.find(id);
    return found == m_items.end() ? nullptr : found->second;
}

void CardLayer::annotate(CanvasCard& card) const
{
    const std::string id = card.id.toStdString();
    card.lamp = valueAt(m_states, id);
    card.badge = valueAt(m_badges, id);
    card.notices = valueAt(m_notices, id);
}

void CardLayer::annotateAll()
{
    for (const auto& [id, item] : m_items) {
        CanvasCard card = item->card();
        annotate(card);
        item->setCard(card);
    }
}

bool CardLayer::setHostStates(const HostStates& states)
{
    if (states == m_states)
        return false;
    const bool isNews = !std::ranges::equal(states, m_states, {}, withoutLoad, withoutLoad);
    m_states = states;
    annotateAll();
    return isNews;
}

bool CardLayer::setBadges(const std::map<std::string, CanvasBadge>& badges)
{
    if (badges == m_badges)
        return false;
    m_badges = badges;
    annotateAll();
    return true;
}

bool CardLayer::setNotices(const std::map<std::string, QString>& notices)
{
    if (notices == m_notices)
        return false;
    m_notices = notices;
    annotateAll();
    return true;
}

} // namespace lockstep

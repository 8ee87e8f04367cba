// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the cards say beyond the document: the run, and what the checks of the whole experiment found.
#include "app/topology/items/host_item.h"
#include "app/topology/topology_scene.h"

namespace lockstep {

namespace {

template <typename Value>
Value valueAt(const std::map<std::string, Value>& values, const std::string& id)
{
    const auto found = values.find(id);
    return found == values.end() ? Value() : found->second;
}

} // namespace

void TopologyScene::annotate(CanvasCard& card) const
{
    const std::string id = card.id.toStdString();
    card.run = valueAt(m_states, id);
    card.notices = valueAt(m_notices, id);
}

void TopologyScene::annotateAll()
{
    for (const auto& [id, item] : m_hosts) {
        CanvasCard card = item->card();
        annotate(card);
        item->setCard(card);
    }
    emit notesChanged();
}

void TopologyScene::setHostStates(const HostStates& states)
{
    if (states == m_states)
        return;
    m_states = states;
    annotateAll();
}

void TopologyScene::setNotices(const std::map<std::string, QString>& notices)
{
    if (notices == m_notices)
        return;
    m_notices = notices;
    annotateAll();
}

} // namespace lockstep

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The canvas by keyboard: going from element to element, selecting, moving, linking.
#include "app/topology/palette/palette_entry.h"
#include "app/topology/topology_scene.h"
#include "app/topology/topology_view.h"

#include <QGraphicsItem>
#include <QKeyEvent>
#include <algorithm>
#include <optional>

namespace lockstep {

namespace {

constexpr qreal kNudge = 4;
constexpr qreal kLargeNudge = 24;
constexpr int kShownMargin = 40;

std::optional<QPointF> directionOf(const QKeyEvent& event)
{
    switch (event.key()) {
    case Qt::Key_Left:
        return QPointF(-1, 0);
    case Qt::Key_Right:
        return QPointF(1, 0);
    case Qt::Key_Up:
        return QPointF(0, -1);
    case Qt::Key_Down:
        return QPointF(0, 1);
    default:
        return std::nullopt;
    }
}

Qt::KeyboardModifiers heldWith(const QKeyEvent& event)
{
    return event.modifiers() & (Qt::ControlModifier | Qt::ShiftModifier | Qt::AltModifier | Qt::MetaModifier);
}

bool isEnter(const QKeyEvent& event)
{
    return event.key() == Qt::Key_Return || event.key() == Qt::Key_Enter;
}

} // namespace

void TopologyView::followSelection()
{
    if (const ElementSet selected = m_scene.selection(); selected.size() == 1)
        m_focus.set(selected);
    if (m_showsFocus)
        viewport()->update();
    describeSelection();
}

void TopologyView::setFocused(const ElementSet& element)
{
    m_focus.set(element);
    m_showsFocus = true;
    if (!element.isEmpty())
        ensureVisible(m_focus.boundsOf(element), kShownMargin, kShownMargin);
    viewport()->update();
    describeSelection();
}

void TopologyView::nudge(const QPointF& way)
{
    m_scene.nudgeSelected(way);
}

/// Leaves what is selected as it is.
void TopologyView::walk(const QPointF& direction)
{
    const QPointF middle = mapToScene(viewport()->rect().center());
    const ElementSet next = m_focus.toward(focused(), middle, direction, false);
    if (!next.isEmpty())
        setFocused(next);
}

void TopologyView::extend(const QPointF& direction)
{
    const QPointF middle = mapToScene(viewport()->rect().center());
    const ElementSet next = m_focus.toward(focused(), middle, direction, false);
    if (next.isEmpty())
        return;
    ElementSet selected = m_scene.selection();
    for (const ElementSet& added : {focused(), next}) {
        selected.nodes.insert(added.nodes.begin(), added.nodes.end());
        selected.links.insert(added.links.begin(), added.links.end());
    }
    m_scene.select(selected);
    setFocused(next);
}

void TopologyView::toggleFocused()
{
    ElementSet selected = m_scene.selection();
    for (const std::string& id : focused().nodes) {
        if (!selected.nodes.erase(id))
            selected.nodes.insert(id);
    }
    for (const LinkKey& key : focused().links) {
        if (!selected.links.erase(key))
            selected.links.insert(key);
    }
    const ElementSet here = focused();
    m_scene.select(selected);
    setFocused(here);
}

bool TopologyView::handleArrow(const QKeyEvent& event)
{
    const std::optional<QPointF> direction = directionOf(event);
    if (!direction)
        return false;
    const Qt::KeyboardModifiers held = heldWith(event);
    const bool hasNodes = !m_scene.selection().nodes.empty();
    if (held == Qt::ControlModifier || (held == Qt::NoModifier && !hasNodes))
        walk(*direction);
    else if (held == Qt::ShiftModifier)
        extend(*direction);
    else if (held == Qt::NoModifier)
        nudge(*direction * kNudge);
    else if (held == Qt::AltModifier && hasNodes)
        nudge(*direction * kLargeNudge);
    else
        return false;
    return true;
}

/// A digit chooses the GPU of this index on every selected host, C its CPU.
bool TopologyView::toggleDevices(const QKeyEvent& event)
{
    Device device;
    if (event.key() >= Qt::Key_0 && event.key() <= Qt::Key_9)
        device = {DeviceKind::Cuda, event.key() - Qt::Key_0};
    else if (event.key() != Qt::Key_C)
        return false;
    std::set<std::string> hosts;
    for (const std::string& id : m_scene.selection().nodes) {
        if (findHost(m_document.experiment().topology, id))
            hosts.insert(id);
    }
    if (!hosts.empty())
        toggleDevice(m_document, hosts, device);
    return !hosts.empty();
}

void TopologyView::link()
{
    const std::set<std::string> nodes =
        m_scene.selection().nodes.empty() ? focused().nodes : m_scene.selection().nodes;
    if (nodes.size() == 2) {
        m_scene.linkSelected();
        return;
    }
    if (nodes.size() != 1 || !isLinkEnd(m_document.experiment().topology, *nodes.begin()))
        return;
    const std::string to = m_focus.nearestEnd(*nodes.begin());
    if (to.empty()) {
        emit failed(tr("There is no other host or switch to link this one to."));
        return;
    }
    setFocus();
    m_scene.beginLink(*nodes.begin(), to);
    setFocused({{to}, {}});
}

/// While a link is drawn by key, keys are about its other end.
bool TopologyView::handleLinkKey(const QKeyEvent& event)
{
    const std::string from = m_scene.pulledEnds().first;
    if (event.key() == Qt::Key_Escape) {
        m_scene.cancelGesture();
        setFocused({{from}, {}});
    } else if (isEnter(event)) {
        m_scene.endLink(event.modifiers() & Qt::ShiftModifier);
        viewport()->update();
    } else if (const std::optional<QPointF> direction = directionOf(event)) {
        const ElementSet next = m_focus.toward(focused(), {}, *direction, true);
        if (!next.isEmpty() && *next.nodes.begin() != from) {
            m_scene.aimLink(*next.nodes.begin());
            setFocused(next);
        } else if (!next.isEmpty()) { // over the card where it begins
            const ElementSet beyond = m_focus.toward(next, {}, *direction, true);
            if (!beyond.isEmpty()) {
                m_scene.aimLink(*beyond.nodes.begin());
                setFocused(beyond);
            }
        }
    }
    return true;
}

void TopologyView::aimNext(bool forward)
{
    const auto [from, to] = m_scene.pulledEnds();
    const Topology& topology = m_document.experiment().topology;
    ElementSet next = focused();
    const std::size_t count = topology.hosts.size() + topology.switches.size();
    for (std::size_t step = 0; step <= count + 1; ++step) {
        next = m_focus.neighbour(next, forward);
        if (next.nodes.empty() || !isLinkEnd(topology, *next.nodes.begin())) {
            next = {}; // round again
            if (forward)
                continue;
            const bool hasSwitches = !topology.switches.empty();
            next = {{hasSwitches ? topology.switches.back().id : topology.hosts.back().id}, {}};
        }
        if (*next.nodes.begin() == from)
            continue;
        m_scene.aimLink(*next.nodes.begin());
        setFocused(next);
        return;
    }
}

void TopologyView::edit()
{
    if (m_scene.selection().isEmpty())
        m_scene.select(focused());
    if (!m_scene.selection().isEmpty())
        emit editWanted();
}

/// Held down it lets the mouse pan; pressed and let go it selects what the keyboard is at.
void TopologyView::handleSpace(const QKeyEvent& event)
{
    if (event.isAutoRepeat())
        return;
    if (event.modifiers() & Qt::ControlModifier) {
        toggleFocused();
        return;
    }
    m_isSpaceDown = true;
    m_hasPanned = false;
    viewport()->setCursor(Qt::OpenHandCursor);
}

bool TopologyView::handleKey(const QKeyEvent& event)
{
    if (m_scene.isLinkingByKey())
        return handleLinkKey(event);
    if (handleArrow(event))
        return true;
    if (event.key() == Qt::Key_Space) {
        handleSpace(event);
        return true;
    }
    if (event.modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier))
        return false;
    if (toggleDevices(event))
        return true;
    if (isEnter(event)) {
        edit();
    } else if (event.key() == Qt::Key_Escape) {
        m_scene.cancelGesture();
        m_scene.select({});
        m_focus.set({});
        viewport()->update();
        describeSelection();
    } else if (event.key() == Qt::Key_L) {
        link();
    } else {
        return false;
    }
    return true;
}

void TopologyView::keyPressEvent(QKeyEvent* event)
{
    if (!handleKey(*event))
        QGraphicsView::keyPressEvent(event);
}

void TopologyView::keyReleaseEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Space && !event->isAutoRepeat() && m_isSpaceDown) {
        m_isSpaceDown = false;
        if (!m_isPanning)
            viewport()->unsetCursor();
        if (!m_hasPanned && m_showsFocus)
            toggleFocused();
    }
    QGraphicsView::keyReleaseEvent(event);
}

bool TopologyView::focusNextPrevChild(bool next)
{
    if (m_scene.isLinkingByKey()) {
        aimNext(next);
        return true;
    }
    return selectNext(next) || QGraphicsView::focusNextPrevChild(next);
}

bool TopologyView::selectNext(bool forward)
{
    // Hosts, switches, networks and links in the order of the document; past either end the focus moves on.
    const ElementSet next = m_focus.neighbour(focused(), forward);
    m_scene.select(next);
    setFocused(next);
    return !next.isEmpty();
}

} // namespace lockstep

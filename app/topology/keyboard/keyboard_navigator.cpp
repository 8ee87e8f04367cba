// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/topology/keyboard/keyboard_navigator.h"

#include "app/document/document_edits.h"
#include "app/topology/topology_scene.h"

#include <QKeyEvent>
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

/// A digit means the GPU of this index, C the CPU.
std::optional<Device> deviceOf(const QKeyEvent& event)
{
    if (event.key() >= Qt::Key_0 && event.key() <= Qt::Key_9)
        return Device{DeviceKind::Cuda, event.key() - Qt::Key_0};
    if (event.key() == Qt::Key_C)
        return Device{};
    return std::nullopt;
}

} // namespace

KeyboardNavigator::KeyboardNavigator(ExperimentDocument& document, TopologyScene& scene, QGraphicsView& view)
    : m_document(document), m_scene(scene), m_view(view), m_focus(document, scene)
{
    connect(&m_scene, &QGraphicsScene::selectionChanged, this, &KeyboardNavigator::followSelection);
    connect(&m_document, &ExperimentDocument::changed, this, [this] { m_focus.follow(); });
}

void KeyboardNavigator::followSelection()
{
    if (const ElementSet selected = m_scene.selection(); selected.size() == 1)
        m_focus.set(selected);
    emit moved();
}

void KeyboardNavigator::goTo(const ElementSet& element)
{
    m_focus.set(element);
    m_isInUse = true;
    if (!element.isEmpty())
        m_view.ensureVisible(m_focus.boundsOf(element), kShownMargin, kShownMargin);
    emit moved();
}

/// Empty when nothing lies there.
ElementSet KeyboardNavigator::toward(const QPointF& direction) const
{
    const QPointF middle = m_view.mapToScene(m_view.viewport()->rect().center());
    return m_focus.toward(element(), middle, direction, false);
}

/// Selects it beside what is selected.
void KeyboardNavigator::extendTo(const ElementSet& element)
{
    ElementSet selected = m_scene.selection();
    for (const ElementSet& added : {this->element(), element}) {
        selected.nodes.insert(added.nodes.begin(), added.nodes.end());
        selected.links.insert(added.links.begin(), added.links.end());
    }
    m_scene.select(selected);
    goTo(element);
}

void KeyboardNavigator::toggle()
{
    const ElementSet here = element();
    ElementSet selected = m_scene.selection();
    for (const std::string& id : here.nodes) {
        if (!selected.nodes.erase(id))
            selected.nodes.insert(id);
    }
    for (const LinkKey& key : here.links) {
        if (!selected.links.erase(key))
            selected.links.insert(key);
    }
    m_scene.select(selected);
    goTo(here);
}

bool KeyboardNavigator::goToNext(bool forward)
{
    if (m_scene.isLinkingByKey()) {
        aimAt(m_focus.nextEnd(m_scene.pulledEnds().first, forward));
        return true;
    }
    const ElementSet next = m_focus.neighbour(element(), forward);
    m_scene.select(next);
    goTo(next);
    return !next.isEmpty();
}

bool KeyboardNavigator::press(const QKeyEvent& event)
{
    if (m_scene.isLinkingByKey()) {
        pressLinkKey(event);
        return true;
    }
    if (pressArrow(event))
        return true;
    if (event.modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier))
        return false;
    if (pressDeviceKey(event))
        return true;
    if (isEnter(event))
        edit();
    else if (event.key() == Qt::Key_Escape)
        giveUp();
    else if (event.key() == Qt::Key_L)
        link();
    else
        return false;
    return true;
}

bool KeyboardNavigator::pressArrow(const QKeyEvent& event)
{
    const std::optional<QPointF> direction = directionOf(event);
    if (!direction)
        return false;
    const Qt::KeyboardModifiers held = heldWith(event);
    const bool hasNodes = !m_scene.selection().nodes.empty();
    const bool goes = held == Qt::ControlModifier || (held == Qt::NoModifier && !hasNodes);
    if (goes || held == Qt::ShiftModifier) {
        if (const ElementSet next = toward(*direction); !next.isEmpty())
            goes ? goTo(next) : extendTo(next);
    } else if (held == Qt::NoModifier) {
        m_scene.nudgeSelected(*direction * kNudge);
    } else if (held == Qt::AltModifier && hasNodes) {
        m_scene.nudgeSelected(*direction * kLargeNudge);
    } else {
        return false;
    }
    return true;
}

/// Chooses a device on every selected host, or no longer.
bool KeyboardNavigator::pressDeviceKey(const QKeyEvent& event)
{
    const std::optional<Device> device = deviceOf(event);
    if (!device)
        return false;
    std::set<std::string> hosts;
    for (const std::string& id : m_scene.selection().nodes) {
        if (findHost(m_document.experiment().topology, id))
            hosts.insert(id);
    }
    if (!hosts.empty())
        toggleDevice(m_document, hosts, *device);
    return !hosts.empty();
}

/// While a link is drawn by key, keys are about its other end.
void KeyboardNavigator::pressLinkKey(const QKeyEvent& event)
{
    const std::string from = m_scene.pulledEnds().first;
    if (event.key() == Qt::Key_Escape) {
        m_scene.cancelGesture();
        goTo({{from}, {}});
    } else if (isEnter(event)) {
        m_scene.endLink(event.modifiers() & Qt::ShiftModifier ? Parallel::Allow : Parallel::Refuse);
        emit moved();
    } else if (const std::optional<QPointF> direction = directionOf(event)) {
        aimAt(m_focus.endToward(from, *direction));
    }
}

void KeyboardNavigator::aimAt(const std::string& end)
{
    if (end.empty())
        return;
    m_scene.aimLink(end);
    goTo({{end}, {}});
}

void KeyboardNavigator::link()
{
    const ElementSet selected = m_scene.selection();
    const std::set<std::string> nodes = selected.nodes.empty() ? element().nodes : selected.nodes;
    if (selected.nodes.size() == 2) {
        m_scene.drawLink(*nodes.begin(), *nodes.rbegin(), Parallel::Refuse);
        return;
    }
    if (nodes.size() != 1 || !isLinkEnd(m_document.experiment().topology, *nodes.begin()))
        return;
    const std::string to = m_focus.nearestEnd(*nodes.begin());
    if (to.empty()) {
        emit failed(tr("There is no other host or switch to link this one to."));
        return;
    }
    m_view.setFocus();
    m_scene.beginLink(*nodes.begin(), to);
    goTo({{to}, {}});
}

void KeyboardNavigator::edit()
{
    if (m_scene.selection().isEmpty())
        m_scene.select(element());
    if (!m_scene.selection().isEmpty())
        emit editWanted();
}

void KeyboardNavigator::giveUp()
{
    m_scene.cancelGesture();
    m_scene.select({});
    m_focus.set({});
    emit moved();
}

} // namespace lockstep

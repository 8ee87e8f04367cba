// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/topology/actions/action_group.h"

#include <QAction>
#include <QMenu>
#include <QWidget>
#include <algorithm>

namespace lockstep {

namespace {

struct Counts {
    std::size_t elements;
    std::size_t nodes;
    std::size_t hosts;
};

bool isMeant(ActsOn object, const Counts& selected)
{
    switch (object) {
    case ActsOn::Anything:
        return true;
    case ActsOn::Selection:
        return selected.elements > 0;
    case ActsOn::Nodes:
        return selected.nodes > 0;
    case ActsOn::SeveralNodes:
        return selected.nodes > 1;
    case ActsOn::OneOrTwoNodes:
        return selected.nodes == 1 || selected.nodes == 2;
    case ActsOn::Hosts:
        return selected.hosts > 0;
    case ActsOn::OneHost:
        return selected.hosts == 1;
    }
    return false;
}

} // namespace

QAction* ActionGroup::addAction(ActsOn object, const QString& text, const QKeySequence& keys)
{
    auto* action = new QAction(text, this);
    action->setShortcut(keys);
    m_entries.append({action, object});
    return action;
}

QAction* ActionGroup::add(ActsOn object, const QString& text, const QKeySequence& keys, const Act& act)
{
    QAction* action = addAction(object, text, keys);
    connect(action, &QAction::triggered, this, act);
    return action;
}

QAction* ActionGroup::addForCanvas(QWidget& canvas, ActsOn object, const QString& text,
                                   const QKeySequence& keys, const Act& act)
{
    QAction* action = add(object, text, keys, act);
    action->setShortcutContext(Qt::WidgetShortcut);
    canvas.addAction(action);
    return action;
}

QAction* ActionGroup::addToggle(const QString& text, const QKeySequence& keys, bool isOn)
{
    QAction* action = addAction(ActsOn::Anything, text, keys);
    action->setCheckable(true);
    action->setChecked(isOn);
    return action;
}

void ActionGroup::addSeparator()
{
    m_entries.append({nullptr, ActsOn::Anything});
}

void ActionGroup::addTo(QMenu& menu) const
{
    for (const Entry& entry : m_entries) {
        if (entry.action)
            menu.addAction(entry.action);
        else
            menu.addSeparator();
    }
}

void ActionGroup::addEnabledTo(QMenu& menu) const
{
    for (const Entry& entry : m_entries) {
        if (!entry.action)
            menu.addSeparator();
        else if (entry.action->isEnabled())
            menu.addAction(entry.action);
    }
}

void ActionGroup::addFreeTo(QMenu& menu) const
{
    for (const Entry& entry : m_entries) {
        if (entry.action && entry.object == ActsOn::Anything)
            menu.addAction(entry.action);
    }
}

void ActionGroup::enable(const ElementSet& selected, const Topology& topology)
{
    const auto hosts =
        std::count_if(selected.nodes.begin(), selected.nodes.end(),
                      [&](const std::string& id) { return findHost(topology, id).has_value(); });
    const Counts counts{selected.size(), selected.nodes.size(), static_cast<std::size_t>(hosts)};
    for (const Entry& entry : m_entries) {
        if (entry.action)
            entry.action->setEnabled(isMeant(entry.object, counts));
    }
}

void ActionGroup::disable()
{
    for (const Entry& entry : m_entries) {
        if (entry.action)
            entry.action->setEnabled(false);
    }
}

QKeySequence withShift(Qt::Key key)
{
    return QKeySequence(Qt::CTRL | Qt::SHIFT | key);
}

QKeySequence withAlt(Qt::Key key)
{
    return QKeySequence(Qt::CTRL | Qt::ALT | key);
}

} // namespace lockstep

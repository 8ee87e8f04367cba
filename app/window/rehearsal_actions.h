// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/rehearsal/disturbances.h"
#include "app/topology/actions/canvas_parts.h"
#include "app/topology/card/canvas_badges.h"

#include <QList>
#include <QObject>
#include <functional>
#include <set>
#include <string>

class QAction;
class QMenu;

namespace lockstep {

class LiveRehearsal;

/// What can be done to the selected hosts and links while a rehearsal of the drawing runs: for a menu, and
/// for a right click.
class RehearsalActions : public QObject {
    Q_OBJECT
public:
    /// All outlive it.
    RehearsalActions(LiveRehearsal& rehearsal, const CanvasParts& canvas, QObject* parent);

    void addTo(QMenu& menu) const;
    /// Those that mean something now, behind a line.
    void addEnabledTo(QMenu& menu) const;

private:
    enum class ActsOn { Links, Hosts, All };
    struct Entry {
        QAction* action;
        ActsOn object;
        std::function<bool()> isMeant;
    };
    void add(ActsOn object, const QString& text, std::function<bool()> isMeant, std::function<void()> act);
    void addForLinks();
    void addForHosts();
    void addForHosts(const QString& text, HostAct act, bool (*isMeant)(const HostDisturbance&));
    void refresh();
    /// Of the selected ones those that are in the rehearsal as they are drawn now.
    std::set<LinkKey> links() const;
    std::set<std::string> hosts() const;
    HostDisturbance stateOf(const std::string& host) const;
    bool isCut(const LinkKey& link) const;
    bool isDisturbed(const LinkKey& link) const;
    void askForRate();

    LiveRehearsal& m_rehearsal;
    CanvasParts m_canvas;
    QList<Entry> m_entries;
};

/// As the canvas shows it.
CanvasBadges badgesOf(const Disturbances& disturbances);

} // namespace lockstep

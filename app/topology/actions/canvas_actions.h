// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/topology/actions/canvas_parts.h"

#include <QObject>
#include <QPointer>
#include <QVector>
#include <array>
#include <functional>
#include <utility>

class QAction;
class QMenu;

namespace lockstep {

class ActionGroup;
class AddActions;
class ArrangeActions;
class HostPalette;

/// Everything that can be done with the drawing, as actions with keys: for menus, and for a right click. Keys
/// that texts and lists use too belong to the canvas alone.
class CanvasActions : public QObject {
    Q_OBJECT
public:
    CanvasActions(ExperimentDocument& document, TopologyScene& scene, TopologyView& view,
                  HostPalette& palette);

    void addToEditMenu(QMenu& menu);
    void addToArrangeMenu(QMenu& menu);
    void addToViewMenu(QMenu& menu);
    /// Offers an action of somebody else's too, after those that were offered before, on a right click, where
    /// hosts are selected or nothing is.
    void offerForHosts(QAction& action) { m_forHosts.append(&action); }
    /// Has `fill` add to the menu of a right click.
    void offerMore(std::function<void(QMenu&)> fill) { m_more = std::move(fill); }
    /// Those without a place of their own on the screen work on the design page only.
    void setEnabled(bool isEnabled);

signals:
    void failed(const QString& sentence);
    /// The list of all elements is to be shown, or put away.
    void listWanted(bool isWanted);

private:
    std::array<ActionGroup*, 4> groups() const;
    void refresh();
    void addForHosts(QMenu& menu) const;
    void showContextMenu(const QPoint& globalPoint);
    void fillForNothing(QMenu& menu) const;
    void fillForSelection(QMenu& menu) const;

    CanvasParts m_canvas;
    ActionGroup* m_edit;
    AddActions* m_add;
    ArrangeActions* m_arrange;
    ActionGroup* m_view;
    QVector<QPointer<QAction>> m_forHosts;
    std::function<void(QMenu&)> m_more;
};

} // namespace lockstep

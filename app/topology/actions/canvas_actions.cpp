// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/topology/actions/canvas_actions.h"

#include "app/topology/actions/add_actions.h"
#include "app/topology/actions/arrange_actions.h"
#include "app/topology/actions/edit_actions.h"
#include "app/topology/actions/view_actions.h"
#include "app/topology/palette/host_palette.h"
#include "app/topology/topology_scene.h"
#include "app/topology/topology_view.h"

#include <QAction>
#include <QMenu>
#include <algorithm>

namespace lockstep {

CanvasActions::CanvasActions(ExperimentDocument& document, TopologyScene& scene, TopologyView& view,
                             HostPalette& palette)
    : QObject(&view), m_canvas{document, scene, view}, m_add(new AddActions(m_canvas, this)),
      m_arrange(new ArrangeActions(m_canvas, this))
{
    auto* edit = new EditActions(m_canvas, palette, this);
    connect(edit, &EditActions::failed, this, &CanvasActions::failed);
    connect(edit, &EditActions::listPasted, m_add, &AddActions::addFromList);
    m_edit = edit;
    auto* viewing = new ViewActions(m_canvas, this);
    connect(viewing, &ViewActions::listWanted, this, &CanvasActions::listWanted);
    m_view = viewing;
    connect(&scene, &QGraphicsScene::selectionChanged, this, &CanvasActions::refresh);
    connect(&view, &TopologyView::menuWanted, this, &CanvasActions::showContextMenu);
    connect(&view, &TopologyView::failed, this, &CanvasActions::failed);
    connect(&palette, &HostPalette::failed, this, &CanvasActions::failed);
    connect(&palette, &HostPalette::entryWanted, &view, &TopologyView::addInView);
    refresh();
}

void CanvasActions::addToEditMenu(QMenu& menu)
{
    m_edit->addTo(menu);
    menu.addSeparator();
    m_add->addTo(menu);
}

void CanvasActions::addToArrangeMenu(QMenu& menu)
{
    m_arrange->addTo(menu);
}

void CanvasActions::addToViewMenu(QMenu& menu)
{
    m_view->addTo(menu);
}

void CanvasActions::setEnabled(bool isEnabled)
{
    if (isEnabled) {
        refresh();
        return;
    }
    for (ActionGroup* group : groups())
        group->disable();
}

std::array<ActionGroup*, 4> CanvasActions::groups() const
{
    return {m_edit, m_add, m_arrange, m_view};
}

void CanvasActions::refresh()
{
    const ElementSet selected = m_canvas.scene.selection();
    for (ActionGroup* group : groups())
        group->enable(selected, m_canvas.document.experiment().topology);
}

void CanvasActions::showContextMenu(const QPoint& globalPoint)
{
    QMenu menu(&m_canvas.view);
    if (m_canvas.scene.selection().isEmpty())
        fillForNothing(menu);
    else
        fillForSelection(menu);
    if (m_more)
        m_more(menu);
    menu.exec(globalPoint);
}

void CanvasActions::fillForNothing(QMenu& menu) const
{
    m_add->addTo(menu);
    menu.addSeparator();
    m_edit->addFreeTo(menu);
    m_arrange->addFreeTo(menu);
    addForHosts(menu);
}

void CanvasActions::addForHosts(QMenu& menu) const
{
    for (const QPointer<QAction>& action : m_forHosts)
        if (action) // those of a window that was made anew in another language are gone
            menu.addAction(action);
}

void CanvasActions::fillForSelection(QMenu& menu) const
{
    m_edit->addEnabledTo(menu);
    const std::set<std::string> selected = m_canvas.scene.selection().nodes;
    const Topology& topology = m_canvas.document.experiment().topology;
    const bool hasHosts = std::any_of(selected.begin(), selected.end(), [&](const std::string& id) {
        return findHost(topology, id).has_value();
    });
    if (hasHosts)
        addForHosts(menu);
    const std::size_t nodes = selected.size();
    if (nodes > 1)
        m_arrange->addTo(*menu.addMenu(tr("Arrange")));
    else if (nodes == 1)
        menu.addAction(m_arrange->group());
}

} // namespace lockstep

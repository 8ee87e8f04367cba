// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/topology/actions/canvas_actions.h"

#include "app/document/copies.h"
#include "app/document/document_edits.h"
#include "app/text/error_text.h"
#include "app/topology/palette/host_palette.h"
#include "app/topology/topology_scene.h"
#include "app/topology/topology_view.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QInputDialog>
#include <QMenu>

namespace lockstep {

CanvasActions::CanvasActions(ExperimentDocument& document, TopologyScene& scene, TopologyView& view,
                             HostPalette& palette)
    : QObject(&view), m_document(document), m_scene(scene), m_view(view), m_palette(palette)
{
    makeEditActions();
    makeAddActions();
    makeArrangeActions();
    makeViewActions();
    connect(&m_scene, &QGraphicsScene::selectionChanged, this, &CanvasActions::refresh);
    connect(&m_view, &TopologyView::menuWanted, this, &CanvasActions::showContextMenu);
    connect(&m_view, &TopologyView::failed, this, &CanvasActions::failed);
    connect(&m_palette, &HostPalette::failed, this, &CanvasActions::failed);
    connect(&m_palette, &HostPalette::entryWanted, &m_view, &TopologyView::addInView);
    refresh();
}

void CanvasActions::addToEditMenu(QMenu& menu)
{
    for (QAction* action : m_edit) {
        if (action)
            menu.addAction(action);
        else
            menu.addSeparator();
    }
    menu.addSeparator();
    menu.addActions(m_add);
}

void CanvasActions::addToArrangeMenu(QMenu& menu)
{
    menu.addActions(m_align);
    menu.addSeparator();
    menu.addActions(m_tidy);
    menu.addSeparator();
    menu.addAction(m_group);
}

void CanvasActions::addToViewMenu(QMenu& menu)
{
    menu.addActions(m_preview);
}

void CanvasActions::setEnabled(bool isEnabled)
{
    for (QAction* action : m_all)
        action->setEnabled(isEnabled);
    if (isEnabled)
        refresh();
}

void CanvasActions::refresh()
{
    const ElementSet selected = m_scene.selection();
    for (QAction* action : m_forSelection)
        action->setEnabled(!selected.isEmpty());
    for (QAction* action : m_forNodes)
        action->setEnabled(!selected.nodes.empty());
    for (QAction* action : m_align)
        action->setEnabled(selected.nodes.size() > 1);
    m_link->setEnabled(!selected.nodes.empty() && selected.nodes.size() <= 2);
    const std::size_t hosts = selectedHosts().size();
    m_save->setEnabled(hosts > 0);
    m_saveTemplate->setEnabled(hosts == 1);
}

void CanvasActions::copy()
{
    const ElementSet selected = m_scene.selection();
    if (!selected.nodes.empty())
        QApplication::clipboard()->setText(copyText(m_document.experiment().topology, selected));
}

void CanvasActions::cut()
{
    const ElementSet selected = m_scene.selection();
    if (selected.nodes.empty())
        return;
    copy();
    cutElements(m_document, selected);
}

void CanvasActions::paste()
{
    m_view.pasteAt(QApplication::clipboard()->text(), m_view.pasteCenter());
}

void CanvasActions::duplicate(int times)
{
    const ElementSet selected = m_scene.selection();
    if (selected.isEmpty())
        return;
    const Result<ElementSet> made = duplicateElements(m_document, selected, times);
    if (made)
        m_view.reveal(*made);
    else
        emit failed(errorSentence(made.error()));
}

void CanvasActions::askDuplicates()
{
    const ElementSet selected = m_scene.selection();
    const int most = mostDuplicates(m_document.experiment().topology, selected);
    if (selected.isEmpty() || most < 1)
        return;
    bool isAccepted = false;
    const int times = QInputDialog::getInt(&m_view, tr("Duplicate"), tr("How many copies?"), qMin(2, most), 1,
                                           most, 1, &isAccepted);
    if (isAccepted)
        duplicate(times);
}

void CanvasActions::group()
{
    const std::string id = groupNodes(m_document, m_scene.selection().nodes);
    if (!id.empty())
        m_scene.select({{id}, {}});
}

void CanvasActions::showContextMenu(const QPoint& globalPoint)
{
    QMenu menu(&m_view);
    if (m_scene.selection().isEmpty()) {
        menu.addActions(m_add);
        menu.addSeparator();
        for (QAction* action : m_edit) {
            if (action && !m_forSelection.contains(action) && !m_forNodes.contains(action))
                menu.addAction(action);
        }
        menu.addActions(m_tidy);
        menu.exec(globalPoint);
        return;
    }
    for (QAction* action : m_edit) {
        if (!action)
            menu.addSeparator();
        else if (action->isEnabled())
            menu.addAction(action);
    }
    if (m_scene.selection().nodes.size() > 1) {
        QMenu* arrange = menu.addMenu(tr("Arrange"));
        addToArrangeMenu(*arrange);
    } else if (!m_scene.selection().nodes.empty()) {
        menu.addAction(m_group);
    }
    menu.exec(globalPoint);
}

} // namespace lockstep

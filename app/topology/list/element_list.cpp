// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/topology/list/element_list.h"

#include "app/topology/items/host_item.h"
#include "app/topology/list/element_list_model.h"
#include "app/topology/topology_scene.h"

#include <QHeaderView>
#include <QKeyEvent>

namespace lockstep {

ElementList::ElementList(ExperimentDocument& document, TopologyScene& scene, QWidget* parent)
    : QTreeView(parent), m_model(new ElementListModel(document, this)), m_scene(scene)
{
    setObjectName(QStringLiteral("elementList"));
    setAccessibleName(tr("List of hosts, switches, networks and links"));
    setModel(m_model);
    setRootIsDecorated(false);
    setUniformRowHeights(true);
    setAllColumnsShowFocus(true);
    setSelectionMode(ExtendedSelection);
    setEditTriggers(EditKeyPressed);
    setFrameShape(NoFrame);
    header()->setStretchLastSection(true);
    header()->setSectionResizeMode(ElementListModel::Name, QHeaderView::Interactive);
    connect(&m_scene, &QGraphicsScene::selectionChanged, this, &ElementList::followScene);
    connect(m_model, &QAbstractItemModel::modelReset, this, &ElementList::followScene);
    connect(&m_scene, &TopologyScene::notesChanged, this, &ElementList::followNotes);
    followNotes();
    followScene();
}

void ElementList::followNotes()
{
    std::map<std::string, QString> notes;
    for (int row = 0; row < m_model->rowCount(); ++row) {
        for (const std::string& id : m_model->elementAt(row).nodes) {
            const HostItem* card = m_scene.hostItem(id);
            if (card && (card->card().lamp.isLit() || !card->card().notices.isEmpty()))
                notes[id] = card->card().description();
        }
    }
    m_model->setNotes(std::move(notes));
}

void ElementList::followScene()
{
    if (m_isFollowing)
        return;
    m_isFollowing = true;
    const ElementSet selected = m_scene.selection();
    QItemSelection rows;
    for (int row = 0; row < m_model->rowCount(); ++row) {
        const ElementSet element = m_model->elementAt(row);
        const bool isSelected = element.nodes.empty() ? selected.links.contains(*element.links.begin())
                                                      : selected.nodes.contains(*element.nodes.begin());
        if (isSelected)
            rows.select(m_model->index(row, 0), m_model->index(row, ElementListModel::ColumnCount - 1));
    }
    selectionModel()->select(rows, QItemSelectionModel::ClearAndSelect);
    if (!rows.isEmpty() && !hasFocus()) {
        selectionModel()->setCurrentIndex(rows.first().topLeft(), QItemSelectionModel::NoUpdate);
        scrollTo(rows.first().topLeft());
    }
    m_isFollowing = false;
}

void ElementList::selectionChanged(const QItemSelection& selected, const QItemSelection& deselected)
{
    QTreeView::selectionChanged(selected, deselected);
    if (m_isFollowing)
        return;
    m_isFollowing = true;
    ElementSet elements;
    for (const QModelIndex& index : selectionModel()->selectedRows()) {
        const ElementSet element = m_model->elementAt(index.row());
        elements.nodes.insert(element.nodes.begin(), element.nodes.end());
        elements.links.insert(element.links.begin(), element.links.end());
    }
    emit shown(elements);
    m_isFollowing = false;
}

void ElementList::keyPressEvent(QKeyEvent* event)
{
    if (state() != EditingState && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter))
        emit editWanted();
    else if (state() != EditingState && event->key() == Qt::Key_Delete)
        m_scene.removeSelected();
    else
        QTreeView::keyPressEvent(event);
}

} // namespace lockstep

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/checkpoints/checkpoint_table.h"

#include "app/theme/table_look.h"

#include <QHeaderView>
#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

constexpr int kColumnMargin = 16;

} // namespace

CheckpointTable::CheckpointTable(CheckpointModel& model, QWidget* parent) : QTableView(parent), m_model(model)
{
    m_sorted.setSourceModel(&model);
    m_sorted.setSortRole(CheckpointModel::kSortRole);
    setModel(&m_sorted);
    showRows(*this, 12);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setSortingEnabled(true);
    sortByColumn(CheckpointModel::Step, Qt::DescendingOrder);
    setContextMenuPolicy(Qt::ActionsContextMenu);
    horizontalHeader()->setStretchLastSection(true);
    connect(&model, &QAbstractItemModel::modelAboutToBeReset, this, &CheckpointTable::rememberChoice);
    connect(&m_sorted, &QAbstractItemModel::modelReset, this, &CheckpointTable::restoreChoice);
    connect(selectionModel(), &QItemSelectionModel::selectionChanged, this, &CheckpointTable::choiceChanged);
    connect(this, &QAbstractItemView::pressed, this, [this] { m_untouched.clear(); });
    retranslate();
}

void CheckpointTable::retranslate()
{
    setAccessibleName(tr("Checkpoints"));
    m_model.retranslate();
}

QVector<CheckpointEntry> CheckpointTable::chosen() const
{
    QVector<CheckpointEntry> entries;
    for (const QModelIndex& index : selectionModel()->selectedRows())
        entries.append(m_model.entries().value(m_sorted.mapToSource(index).row()));
    std::ranges::sort(entries, std::ranges::greater(),
                      [](const CheckpointEntry& entry) { return entry.saved.step; });
    return entries;
}

void CheckpointTable::rememberChoice()
{
    m_before.clear();
    for (const CheckpointEntry& entry : chosen())
        m_before.append(entry.path);
    if (m_before == QStringList{m_untouched})
        m_before.clear();
}

/// Where nobody has chosen, or what was is gone, the newest is.
void CheckpointTable::restoreChoice()
{
    for (const QString& path : std::as_const(m_before)) {
        const int row = m_model.rowOf(path);
        if (row >= 0)
            selectionModel()->select(m_sorted.mapFromSource(m_model.index(row, 0)),
                                     QItemSelectionModel::Select | QItemSelectionModel::Rows);
    }
    if (selectionModel()->selectedRows().isEmpty() && m_model.rowCount() > 0) {
        setCurrentIndex(m_sorted.mapFromSource(m_model.index(0, 0)));
        m_untouched = m_model.entries().value(0).path;
    }
    growColumns();
    emit choiceChanged();
}

/// A copy that is fetched makes its place longer: what it says was cut beside empty room.
void CheckpointTable::growColumns()
{
    if (m_model.rowCount() == 0)
        return;
    m_widest.resize(m_model.columnCount());
    for (int column = 0; column + 1 < m_model.columnCount(); ++column) {
        const int wanted =
            std::max(sizeHintForColumn(column), horizontalHeader()->sectionSizeHint(column)) + kColumnMargin;
        const int before = std::exchange(m_widest[column], std::max(wanted, m_widest[column]));
        if (wanted > before)
            setColumnWidth(column, before == 0 ? wanted : std::max(wanted, columnWidth(column)));
    }
}

} // namespace lockstep

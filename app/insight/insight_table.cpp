// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/insight/insight_table.h"

#include "app/theme/table_look.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLineEdit>
#include <QStringList>
#include <algorithm>

namespace lockstep {

namespace {

constexpr int kWidestColumn = 340;

} // namespace

InsightTable::InsightTable(QAbstractItemModel& model, QWidget* parent) : QTableView(parent)
{
    m_sorted.setSourceModel(&model);
    m_sorted.setSortRole(kInsightSortRole);
    m_sorted.setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_sorted.setFilterKeyColumn(0);
    m_sorted.setDynamicSortFilter(true);
    setModel(&m_sorted);
    showRows(*this, 10);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setHorizontalScrollMode(ScrollPerPixel);
    horizontalHeader()->setStretchLastSection(true);
    // In the order of the model until somebody asks for another.
    horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    setSortingEnabled(true);
    auto* copy = new QAction(tr("Copy the rows"), this);
    copy->setShortcut(QKeySequence::Copy);
    copy->setShortcutContext(Qt::WidgetShortcut);
    connect(copy, &QAction::triggered, this, &InsightTable::copyRows);
    addAction(copy);
    setContextMenuPolicy(Qt::ActionsContextMenu);
    connect(selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this] { emit rowChosen(chosenRow()); });
}

QWidget* InsightTable::makeFilter(QWidget* parent)
{
    auto* filter = new QLineEdit(parent);
    filter->setPlaceholderText(tr("Filter by name"));
    filter->setAccessibleName(tr("Filter by name"));
    filter->setClearButtonEnabled(true);
    connect(filter, &QLineEdit::textChanged, &m_sorted, &QSortFilterProxyModel::setFilterFixedString);
    return filter;
}

int InsightTable::chosenRow() const
{
    return m_sorted.mapToSource(currentIndex()).row();
}

void InsightTable::fitColumns()
{
    resizeColumnsToContents();
    for (int column = 0; column < m_sorted.columnCount(); ++column)
        setColumnWidth(column, std::min(columnWidth(column) + 8, kWidestColumn));
}

/// For a spreadsheet: the head, then the chosen rows as they are shown.
void InsightTable::copyRows()
{
    QModelIndexList rows = selectionModel()->selectedRows();
    std::ranges::sort(rows, {}, &QModelIndex::row);
    QStringList lines;
    const auto line = [this](auto textOf) {
        QStringList cells;
        for (int column = 0; column < m_sorted.columnCount(); ++column)
            cells.append(textOf(column));
        return cells.join(u'\t');
    };
    lines.append(line([this](int column) { return m_sorted.headerData(column, Qt::Horizontal).toString(); }));
    for (const QModelIndex& row : std::as_const(rows))
        lines.append(line([&row](int column) { return row.siblingAtColumn(column).data().toString(); }));
    QGuiApplication::clipboard()->setText(lines.join(u'\n'));
}

} // namespace lockstep

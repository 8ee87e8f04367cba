// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/insight/insight_table.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
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
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setShowGrid(false);
    setAlternatingRowColors(true);
    setWordWrap(false);
    setTabKeyNavigation(false);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollMode(ScrollPerPixel);
    verticalHeader()->hide();
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 10);
    horizontalHeader()->setHighlightSections(false);
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

void InsightTable::setFilter(const QString& text)
{
    m_sorted.setFilterFixedString(text);
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

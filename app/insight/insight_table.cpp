// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/insight/insight_table.h"

#include "app/theme/table_look.h"

#include <QAction>
#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLineEdit>
#include <QStringList>
#include <algorithm>

namespace lockstep {

namespace {

constexpr int kWidestColumn = 340;

} // namespace

InsightTable::InsightTable(QAbstractItemModel& model, QWidget* parent)
    : QTableView(parent), m_copy(new QAction(this))
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
    m_copy->setShortcut(QKeySequence::Copy);
    m_copy->setShortcutContext(Qt::WidgetShortcut);
    connect(m_copy, &QAction::triggered, this, &InsightTable::copyRows);
    addAction(m_copy);
    setContextMenuPolicy(Qt::ActionsContextMenu);
    connect(selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this] { emit rowChosen(chosenRow()); });
    retranslate();
}

QWidget* InsightTable::makeFilter(QWidget* parent)
{
    m_filter = new QLineEdit(parent);
    m_filter->setClearButtonEnabled(true);
    connect(m_filter, &QLineEdit::textChanged, &m_sorted, &QSortFilterProxyModel::setFilterFixedString);
    retranslate();
    return m_filter;
}

void InsightTable::retranslate()
{
    m_copy->setText(tr("Copy the rows"));
    if (m_filter) {
        m_filter->setPlaceholderText(tr("Filter by name"));
        m_filter->setAccessibleName(tr("Filter by name"));
    }
}

/// The model says its cells anew whenever it is asked; those who keep what it said are told to ask.
void InsightTable::changeEvent(QEvent* event)
{
    QTableView::changeEvent(event);
    if (event->type() != QEvent::LanguageChange)
        return;
    retranslate();
    m_sorted.invalidate();
    emit m_sorted.headerDataChanged(Qt::Horizontal, 0, m_sorted.columnCount() - 1);
    fitColumns();
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

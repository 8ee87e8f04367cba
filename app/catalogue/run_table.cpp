// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/catalogue/run_table.h"

#include "app/catalogue/run_filter.h"
#include "app/interchange/share/share_menu.h"
#include "app/settings/remembered.h"
#include "app/theme/table_look.h"

#include <QAction>
#include <QEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <algorithm>

namespace lockstep {

namespace {

constexpr int kColumnMargin = 24;
constexpr int kMostWidth = 360;
constexpr int kSizingMs = 200; ///< after a change: while runs are read, many come at once

} // namespace

RunTable::RunTable(RunFilter& runs, QWidget* parent) : QTableView(parent), m_runs(runs)
{
    setModel(&runs);
    showRows(*this, 12);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setSortingEnabled(true);
    sortByColumn(RunListModel::Date, Qt::DescendingOrder);
    setContextMenuPolicy(Qt::ActionsContextMenu);
    horizontalHeader()->setSectionsMovable(true);
    horizontalHeader()->setStretchLastSection(true);
    m_hasWidths = rememberColumns(*horizontalHeader(), QStringLiteral("runs"));
    connect(horizontalHeader(), &QHeaderView::sectionResized, this, [this] {
        m_hasWidths = m_hasWidths || QGuiApplication::mouseButtons().testFlag(Qt::LeftButton);
    });
    m_sizing.setSingleShot(true);
    m_sizing.callOnTimeout(this, &RunTable::sizeColumns);
    connect(&runs, &QAbstractItemModel::rowsInserted, this, [this] { m_sizing.start(kSizingMs); });
    connect(&runs, &QAbstractItemModel::dataChanged, this, [this] { m_sizing.start(kSizingMs); });
    m_open = new QAction(this);
    addAction(m_open);
    connect(m_open, &QAction::triggered, this, [this] { openRow(currentIndex()); });
    m_compare = addChoice(&RunTable::comparisonWanted);
    m_duplicate = addChoice(&RunTable::duplicateWanted);
    m_share = new ShareMenu(this);
    addAction(m_share->menuAction());
    m_goOn = new QAction(this);
    addAction(m_goOn);
    connect(m_goOn, &QAction::triggered, this,
            [this] { emit sweepWanted(selectedRuns().value(0).labels.sweep); });
    m_group = new QAction(this);
    addAction(m_group);
    connect(m_group, &QAction::triggered, this, &RunTable::groupByCurrent);
    m_delete = addChoice(&RunTable::deletionWanted);
    m_delete->setShortcut(QKeySequence::Delete);
    m_delete->setShortcutContext(Qt::WidgetShortcut);
    connect(this, &QTableView::activated, this, &RunTable::openRow);
    connect(selectionModel(), &QItemSelectionModel::selectionChanged, this, &RunTable::showSelection);
    connect(selectionModel(), &QItemSelectionModel::currentChanged, this, &RunTable::showGroups);
    connect(&runs, &QAbstractItemModel::modelReset, this, [this] {
        m_runs.groupBy(-1); // the columns are others
        m_isSized = false;
        m_sizing.start(0);
        showGroups();
        showSelection();
    });
    retranslate();
    showSelection();
}

QAction* RunTable::addChoice(void (RunTable::*wanted)())
{
    auto* action = new QAction(this);
    addAction(action);
    connect(action, &QAction::triggered, this, wanted);
    return action;
}

QVector<CatalogueRun> RunTable::selectedRuns() const
{
    QModelIndexList rows = selectionModel()->selectedRows();
    std::ranges::sort(rows, {}, &QModelIndex::row);
    QVector<CatalogueRun> runs;
    for (const QModelIndex& index : rows)
        runs.append(m_runs.run(index));
    return runs;
}

void RunTable::openRow(const QModelIndex& index)
{
    if (index.isValid())
        emit openWanted(index.data(RunListModel::kFolderRole).toString());
}

void RunTable::groupByCurrent()
{
    const int column = currentIndex().column();
    m_runs.groupBy(column == m_runs.groupColumn() ? -1 : column);
    showGroups();
}

void RunTable::showGroups()
{
    verticalHeader()->setVisible(m_runs.groupColumn() >= 0);
    const int column = currentIndex().column();
    const QString name = model()->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
    m_group->setEnabled(column >= 0);
    m_group->setText(column >= 0 && column == m_runs.groupColumn() ? tr("No groups")
                                                                   : tr("Group by “%1”").arg(name));
}

void RunTable::showSelection()
{
    const QVector<CatalogueRun> runs = selectedRuns();
    m_open->setEnabled(runs.size() == 1);
    m_compare->setEnabled(runs.size() > 1);
    m_duplicate->setEnabled(runs.size() == 1);
    m_share->setRun(runs.size() == 1 ? runs[0].folder() : QString());
    m_share->menuAction()->setEnabled(runs.size() == 1);
    m_goOn->setVisible(runs.size() == 1 && !runs[0].labels.sweep.isEmpty());
    m_delete->setEnabled(
        std::ranges::any_of(runs, [](const CatalogueRun& run) { return !run.entry.isLive(); }));
    emit selectionMoved();
}

/// What comes later may need more room, but nothing that is looked at moves back.
void RunTable::sizeColumns()
{
    if (m_hasWidths || model()->rowCount() == 0)
        return;
    const QHeaderView& head = *horizontalHeader();
    for (int column = 0; column < model()->columnCount(); ++column) {
        const int wanted = std::max(sizeHintForColumn(column), head.sectionSizeHint(column)) + kColumnMargin;
        // The last one takes what is left.
        if (head.visualIndex(column) != head.count() - 1 && (!m_isSized || wanted > columnWidth(column)))
            setColumnWidth(column, std::min(wanted, kMostWidth));
    }
    m_isSized = true;
}

void RunTable::retranslate()
{
    m_open->setText(tr("Open"));
    m_compare->setText(tr("Compare"));
    m_duplicate->setText(tr("New experiment from this run"));
    m_goOn->setText(tr("Go on with its sweep"));
    m_delete->setText(tr("Delete…"));
    setAccessibleName(tr("Runs"));
    showGroups();
}

void RunTable::changeEvent(QEvent* event)
{
    QTableView::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        m_hasWidths = m_isSized = false;
        sizeColumns();
    }
}

} // namespace lockstep

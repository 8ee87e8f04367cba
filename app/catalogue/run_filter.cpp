// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/catalogue/run_filter.h"

namespace lockstep {

RunFilter::RunFilter(RunListModel& runs, QObject* parent) : QSortFilterProxyModel(parent), m_runs(runs)
{
    setSourceModel(&runs);
}

void RunFilter::setQuery(RunQuery query)
{
    m_query = std::move(query);
    invalidateFilter();
}

void RunFilter::groupBy(int column)
{
    m_groupColumn = column;
    invalidate();
    if (rowCount() > 0)
        emit headerDataChanged(Qt::Vertical, 0, rowCount() - 1);
}

bool RunFilter::filterAcceptsRow(int row, const QModelIndex&) const
{
    return m_query.matches(m_runs.run(row));
}

bool RunFilter::lessThan(const QModelIndex& left, const QModelIndex& right) const
{
    if (m_groupColumn >= 0 && m_groupColumn < m_runs.columnCount()) {
        // Groups ascend, whichever way their runs are ordered.
        const bool isBefore = m_runs.isBefore(m_groupColumn, left.row(), right.row());
        const bool isBehind = m_runs.isBefore(m_groupColumn, right.row(), left.row());
        if (isBefore != isBehind)
            return sortOrder() == Qt::AscendingOrder ? isBefore : isBehind;
    }
    return m_runs.isBefore(left.column(), left.row(), right.row());
}

QString RunFilter::groupOf(int row) const
{
    const QString group = index(row, m_groupColumn).data().toString();
    return group.isEmpty() ? QStringLiteral("–") : group;
}

QVariant RunFilter::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Vertical || role != Qt::DisplayRole)
        return QSortFilterProxyModel::headerData(section, orientation, role);
    const bool isGrouped = m_groupColumn >= 0 && m_groupColumn < columnCount() && section < rowCount();
    if (!isGrouped || (section > 0 && groupOf(section) == groupOf(section - 1)))
        return QString();
    return groupOf(section);
}

} // namespace lockstep

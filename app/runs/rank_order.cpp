// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/rank_order.h"

#include <utility>

namespace lockstep {

namespace {

/// So many rows are put in order within a fraction of a frame.
constexpr int kFewRows = 256;
constexpr int kPauseMs = 1000;

} // namespace

RankOrder::RankOrder(RankTableModel& ranks, QObject* parent) : QSortFilterProxyModel(parent), m_ranks(ranks)
{
    // Its own way of keeping the order moves changed rows one by one.
    setDynamicSortFilter(false);
    setSourceModel(&ranks);
    m_pause.setSingleShot(true);
    m_pause.setInterval(kPauseMs);
    connect(&m_pause, &QTimer::timeout, this, [this] {
        if (std::exchange(m_isStale, false))
            follow();
    });
}

void RankOrder::setFilter(const RankFilter& filter)
{
    if (filter == m_filter)
        return;
    m_filter = filter;
    invalidate();
}

void RankOrder::follow()
{
    // The numbers of ranks, and where they run, never change.
    if (m_filter.acceptsAll() && (sortColumn() < 0 || RankTableModel::isSettled(sortColumn())))
        return;
    if (m_pause.isActive()) {
        m_isStale = true;
        return;
    }
    invalidate();
    if (m_ranks.rowCount() > kFewRows)
        m_pause.start();
}

bool RankOrder::filterAcceptsRow(int row, const QModelIndex&) const
{
    return m_filter.accepts(m_ranks.rank(row));
}

bool RankOrder::lessThan(const QModelIndex& left, const QModelIndex& right) const
{
    return m_ranks.isBefore(left.row(), right.row(), left.column());
}

} // namespace lockstep

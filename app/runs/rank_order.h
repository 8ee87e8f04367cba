// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/runs/rank_filter.h"
#include "app/runs/rank_table_model.h"

#include <QSortFilterProxyModel>
#include <QTimer>

namespace lockstep {

/// The ranks that a person wants to see, in the order that he chose. A few ranks are in order at any time;
/// with thousands, whose figures change ten times a second, the order follows once a second.
class RankOrder : public QSortFilterProxyModel {
    Q_OBJECT
public:
    /// Borrows the model.
    explicit RankOrder(RankTableModel& ranks, QObject* parent = nullptr);

    void setFilter(const RankFilter& filter);
    /// The figures have changed.
    void follow();

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

private:
    const RankTableModel& m_ranks;
    RankFilter m_filter;
    QTimer m_pause; ///< runs while the order is not to be made anew
    bool m_isStale = false;
};

} // namespace lockstep

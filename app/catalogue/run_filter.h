// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/catalogue/index/run_query.h"
#include "app/catalogue/run_list_model.h"

#include <QSortFilterProxyModel>

namespace lockstep {

/// The runs that a person looks for, in the order that he chose; on request those together that are alike in
/// a column, whose value then stands beside the first of them.
class RunFilter : public QSortFilterProxyModel {
public:
    /// `runs` outlives this.
    explicit RunFilter(RunListModel& runs, QObject* parent = nullptr);

    void setQuery(RunQuery query);
    /// -1: no groups.
    void groupBy(int column);
    int groupColumn() const { return m_groupColumn; }
    const CatalogueRun& run(const QModelIndex& index) const { return m_runs.run(mapToSource(index).row()); }

    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

private:
    QString groupOf(int row) const;

    RunListModel& m_runs;
    RunQuery m_query;
    int m_groupColumn = -1;
};

} // namespace lockstep

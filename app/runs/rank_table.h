// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/metrics/metric_store.h"
#include "app/runs/rank_order.h"
#include "app/runs/rank_table_model.h"

#include <QSet>
#include <QTableView>

namespace lockstep {

/// The table of ranks. Sorted by the column clicked, columns chosen by a right click on the head and
/// remembered; the selection is the user's and survives every update. Thousands of ranks cost what is seen.
class RankTable : public QTableView {
    Q_OBJECT
public:
    /// Borrows the store of the run's metrics, which its small curves show.
    explicit RankTable(const MetricStore& store, QWidget* parent = nullptr);

    void setSummary(const RunSummary& summary);
    void setHosts(const QVector<HostStatus>& hosts) { m_model.setHosts(hosts); }
    void setFilter(const RankFilter& filter);
    /// Ranks that the filter lets through.
    int shownRanks() const { return m_ordered.rowCount(); }
    /// Ascending.
    QVector<int> selectedRanks() const;
    /// Selects this rank alone, or nothing when it was.
    void toggleRank(int rank);
    /// Selects those of these ranks that the filter lets through, and no others.
    void selectRanks(const QVector<int>& ranks);

signals:
    void ranksSelected();
    /// Double click or Enter.
    void rankActivated(int rank);

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void arrangeColumns();
    void sizeColumns();
    void fitHost();
    void chooseColumns(const QPoint& point);
    void showColumnAsChosen(int column, bool isShown);
    /// Those that the user's settings say.
    void readHiddenColumns();
    /// Those that the user wants, those about GPUs where a rank has one.
    void showColumns();
    bool concerns(int column) const;

    RankTableModel m_model;
    RankOrder m_ordered{m_model};
    QSet<int> m_hidden; ///< by the user
    bool m_hasGpus = false;
};

} // namespace lockstep

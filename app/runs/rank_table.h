// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/runs/rank_table_model.h"

#include <QSet>
#include <QSortFilterProxyModel>
#include <QTableView>

namespace lockstep {

/// The table of ranks. Sorted by the column clicked, columns chosen by a right click on the head and
/// remembered; the selection is the user's and survives every update.
class RankTable : public QTableView {
    Q_OBJECT
public:
    explicit RankTable(QWidget* parent = nullptr);

    void setSummary(const RunSummary& summary);
    /// Ascending.
    QVector<int> selectedRanks() const;
    /// Selects this rank alone, or nothing when it was.
    void toggleRank(int rank);

signals:
    void ranksSelected();
    /// Double click or Enter.
    void rankActivated(int rank);

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
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
    QSortFilterProxyModel m_sorted;
    QSet<int> m_hidden; ///< by the user
    bool m_hasGpus = false;
};

} // namespace lockstep

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSortFilterProxyModel>
#include <QTableView>

class QAction;
class QLineEdit;

namespace lockstep {

/// What tables of tensors and classes sort by: numbers as numbers.
inline constexpr int kInsightSortRole = Qt::UserRole + 1;

/// A table with rows that are chosen as a whole, sorted by any column and filtered by a text in the first.
class InsightTable : public QTableView {
    Q_OBJECT
public:
    /// `model` outlives it.
    explicit InsightTable(QAbstractItemModel& model, QWidget* parent = nullptr);

    /// A field that shows only the rows whose first column holds its text. REQUIRES: called once.
    QWidget* makeFilter(QWidget* parent);
    /// The row of the model, or -1.
    int chosenRow() const;
    void fitColumns();

signals:
    void rowChosen(int row);

protected:
    void changeEvent(QEvent* event) override;

private:
    void copyRows();
    void retranslate();

    QSortFilterProxyModel m_sorted;
    QAction* m_copy;
    QLineEdit* m_filter = nullptr; ///< null: nobody wanted one
};

} // namespace lockstep

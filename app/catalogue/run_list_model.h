// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/summary/run_entry.h"
#include "app/theme/theme.h"

#include <QAbstractTableModel>
#include <QVector>

namespace lockstep {

class RunListModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Name, Date, State, Hosts, Accuracy, ColumnCount };
    static constexpr int kSortRole = Qt::UserRole;
    static constexpr int kFolderRole = Qt::UserRole + 1;

    using QAbstractTableModel::QAbstractTableModel;

    void setEntries(QVector<RunEntry> entries);
    void setColors(const ThemeColors& colors);
    /// Folders of the runs whose state is not known.
    QStringList unknownRuns() const;

    /// The language is another.
    void retranslate();

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    static QString text(const RunEntry& entry, int column);
    static QString toolTip(const RunEntry& entry);

    QVector<RunEntry> m_entries;
    const ThemeColors* m_colors = nullptr;
};

} // namespace lockstep

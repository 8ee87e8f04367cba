// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/theme/theme.h"
#include "remote/mirrors/run_folder.h"

#include <QAbstractTableModel>
#include <QVector>
#include <optional>

namespace lockstep {

/// One line of the list of runs: what the folder says and what its journals end with.
struct RunEntry {
    RunInfo info;
    QString folder;
    int hosts = 0;
    int ranks = 0;
    std::optional<double> accuracy; ///< of the last evaluation, 0 ... 1
};

/// Reads what a list shows of each run below `runs`, newest first; of journals only their ends. Any thread.
QVector<RunEntry> readRunEntries(const QString& runs);

class RunListModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Name, Date, State, Hosts, Accuracy, ColumnCount };
    static constexpr int kSortRole = Qt::UserRole;
    static constexpr int kFolderRole = Qt::UserRole + 1;

    using QAbstractTableModel::QAbstractTableModel;

    void setEntries(QVector<RunEntry> entries);
    void setColors(const ThemeColors& colors);

    /// The language is another.
    void retranslate();

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    static QString text(const RunEntry& entry, int column);

    QVector<RunEntry> m_entries;
    const ThemeColors* m_colors = nullptr;
};

} // namespace lockstep

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/checkpoints/checkpoint_list.h"

#include <QAbstractTableModel>
#include <QVector>

namespace lockstep {

/// The checkpoints of a run over all computers that have one, newest first.
class CheckpointModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Step, Epoch, Attempt, Loss, Top1, Size, Best, Place, Verified, ColumnCount };
    /// What a column is sorted by.
    static constexpr int kSortRole = Qt::UserRole;

    using QAbstractTableModel::QAbstractTableModel;

    /// Whether there is anything new. `host`: the one that keeps them.
    bool update(const QVector<CheckpointEntry>& entries, const QString& host);
    const QVector<CheckpointEntry>& entries() const { return m_entries; }
    /// -1: there is none of this path.
    int rowOf(const QString& path) const;

    /// The language is another.
    void retranslate();

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString text(const CheckpointEntry& entry, int column) const;
    QVariant sortKey(const CheckpointEntry& entry, int column) const;
    QString placeText(const CheckpointEntry& entry) const;
    QString verdictText(const CheckpointEntry& entry) const;
    QString toolTip(const CheckpointEntry& entry, int column) const;

    QVector<CheckpointEntry> m_entries;
    QString m_host; ///< inert
};

} // namespace lockstep

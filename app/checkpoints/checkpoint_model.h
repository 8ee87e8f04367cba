// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/journal.h"

#include <QAbstractTableModel>
#include <QHash>
#include <QVector>
#include <optional>

namespace lockstep {

/// The checkpoints of a run, newest first, and how much of each is on this computer.
class CheckpointModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Step, Epoch, Size, Best, Place, ColumnCount };
    /// Path of the checkpoint's folder relative to the run's.
    static constexpr int kPathRole = Qt::UserRole;

    using QAbstractTableModel::QAbstractTableModel;

    void update(const QVector<CheckpointSaved>& checkpoints);
    /// What is known of the copy here, by path.
    enum class Copy { None, Fetching, Here, Failed };
    void setCopy(const QString& path, Copy copy, int percent = 0);
    Copy copy(const QString& path) const { return m_copies.value(path).copy; }

    /// The language is another.
    void retranslate();

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct CopyState {
        Copy copy = Copy::None;
        int percent = 0;
    };
    QString placeText(const QString& path) const;

    QVector<CheckpointSaved> m_checkpoints;
    QHash<QString, CopyState> m_copies;
};

} // namespace lockstep

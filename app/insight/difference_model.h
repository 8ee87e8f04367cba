// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/checkpoint_contents.h"

#include <QAbstractTableModel>
#include <optional>
#include <vector>

namespace lockstep {

/// How the tensors of two checkpoints differ, from the largest difference to those that are equal; those of
/// the optimiser after the model's.
class DifferenceModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Name, State, Relative, Largest, Elements, NotFinite, Shape, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    void setDifference(const CheckpointDifference& difference);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    enum class Kind { Differing, OtherShape, OnlyInFirst, OnlyInSecond, Equal };
    struct Row {
        Kind kind = Kind::Equal;
        std::string name{}; ///< as the engine tells it
        QString shape{};
        std::optional<ValueDifference> values{}; ///< of Differing
    };
    static QString stateText(Kind kind);
    static QString nameText(const Row& row);
    static bool isOfModel(const Row& row);
    QString text(const Row& row, int column) const;
    QVariant sortKey(const Row& row, int column) const;

    std::vector<Row> m_rows;
};

} // namespace lockstep

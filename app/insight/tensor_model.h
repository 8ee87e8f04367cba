// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/checkpoint_contents.h"

#include <QAbstractTableModel>
#include <vector>

namespace lockstep {

/// "64 × 3 × 7 × 7"; of a single number "1".
QString shapeText(const std::vector<std::int64_t>& shape);
/// A figure of weights: four digits that count.
QString figureText(double value);

/// The tensors of a checkpoint, those of the optimiser after the model's.
class TensorModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column {
        Name,
        Type,
        Shape,
        Values,
        Norm,
        Mean,
        Least,
        Largest,
        NotFinite,
        Distribution,
        ColumnCount
    };
    /// QVector<qint64> of the bins; empty: no value is finite.
    static constexpr int kHistogramRole = Qt::UserRole;

    using QAbstractTableModel::QAbstractTableModel;

    void setContents(CheckpointContents contents);
    const TensorContents& tensor(int row) const { return m_tensors[static_cast<std::size_t>(row)]; }
    QString name(int row) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString text(int row, int column) const;
    QVariant sortKey(int row, int column) const;

    std::vector<TensorContents> m_tensors;
    std::size_t m_ofModel = 0; ///< the rest is the optimiser's
};

} // namespace lockstep

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/insight/confusion_matrix.h"

#include <QAbstractTableModel>
#include <optional>

namespace lockstep {

/// How well each class is known.
class ClassResultModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Class, Samples, Recall, Precision, TakenFor, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    void setConfusion(const Confusion& confusion);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::optional<double> recall(int label) const;
    std::optional<double> precision(int label) const;
    QString text(int label, int column) const;
    QString mistakeText(int label) const;
    QVariant sortKey(int label, int column) const;

    Confusion m_confusion;
    ConfusionMatrix m_matrix;
};

} // namespace lockstep

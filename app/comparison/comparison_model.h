// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/comparison/experiment_comparison.h"

#include <QAbstractTableModel>

namespace lockstep {

/// The settings of a run beside those of the document, a row each; those that differ stand out.
class ComparisonModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Setting, Run, Document, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    void setSettings(QVector<ComparedSetting> settings);
    /// The language is another.
    void retranslate() { emit headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1); }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QVector<ComparedSetting> m_settings;
};

} // namespace lockstep

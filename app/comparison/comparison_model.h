// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/comparison/experiment_comparison.h"

#include <QAbstractTableModel>

namespace lockstep {

/// Settings of several experiments side by side, a row each; those that differ stand out.
class ComparisonModel : public QAbstractTableModel {
    Q_OBJECT
public:
    /// Behind it a column for each experiment.
    static constexpr int kSettingColumn = 0;

    using QAbstractTableModel::QAbstractTableModel;

    /// What the experiments are called, in their order.
    void setTitles(const QStringList& titles);
    /// REQUIRES: with a value for each title.
    void setSettings(QVector<ComparedSetting> settings);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QStringList m_titles;
    QVector<ComparedSetting> m_settings;
};

} // namespace lockstep

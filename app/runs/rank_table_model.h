// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/summary/run_summary.h"
#include "app/theme/theme.h"

#include <QAbstractTableModel>
#include <QVector>

namespace lockstep {

/// The ranks of a run, a row each; epochs and steps are counted from 1, as people do. Changed rows only are
/// announced.
class RankTableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column {
        Rank,
        Host,
        Device,
        State,
        Epoch,
        Step,
        Loss,
        SamplesPerSecond,
        Top1,
        Top5,
        LearningRate,
        DataTime,
        ComputeTime,
        NetworkTime,
        GpuLoad, ///< the first of those about GPUs
        GpuMemory,
        GpuTemperature,
        GpuPower,
        ColumnCount
    };
    Q_ENUM(Column)
    /// Numbers as numbers, for sorting.
    static constexpr int kSortRole = Qt::UserRole;
    static constexpr int kRankRole = Qt::UserRole + 1;

    using QAbstractTableModel::QAbstractTableModel;

    void update(const RunSummary& summary);
    void setColors(const ThemeColors& colors);

    /// The language is another.
    void retranslate();

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString text(const RankSummary& rank, int column) const;
    QString stepText(const RankSummary& rank, int column) const;
    QVariant stepValue(const RankSummary& rank, int column) const;
    static QString headText(int column);
    static QString headToolTip(int column);
    QVariant sortValue(const RankSummary& rank, int column) const;
    double samplesPerSecond(const RankSummary& rank) const;

    QVector<RankSummary> m_ranks;
    const ThemeColors* m_colors = nullptr;
    int m_totalEpochs = 0;
    double m_stepsPerSecond = 0; ///< of the run
};

} // namespace lockstep

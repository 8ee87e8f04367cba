// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/summary/run_summary.h"
#include "app/theme/theme.h"
#include "remote/remote_options.h"

#include <QAbstractTableModel>
#include <QMap>
#include <QVector>

namespace lockstep {

/// The ranks of a run, a row each; epochs and steps are counted from 1, as people do. Changed rows are
/// announced together.
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
        LossCurve, ///< drawn by a delegate, as StepTimeCurve
        SamplesPerSecond,
        Top1,
        Top5,
        LearningRate,
        DataTime,
        ComputeTime,
        NetworkTime,
        StepTimeCurve,
        Memory,
        GpuLoad, ///< the first of those about GPUs
        GpuMemory,
        GpuTemperature,
        GpuPower,
        ColumnCount
    };
    Q_ENUM(Column)
    static constexpr int kRankRole = Qt::UserRole;

    using QAbstractTableModel::QAbstractTableModel;

    void update(const RunSummary& summary);
    /// What the hosts of the ranks do: of a rank on one that is out of reach it says so.
    void setHosts(const QVector<HostStatus>& hosts);
    void setColors(const ThemeColors& colors);

    /// The language is another.
    void retranslate();

    const RankSummary& rank(int row) const { return m_ranks[row]; }
    /// Whether the one row comes before the other in the order of a column.
    bool isBefore(int left, int right, int column) const;
    /// Whether what the column says stays the same as long as a run is shown.
    static bool isSettled(int column) { return column <= Device; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString text(const RankSummary& rank, int column) const;
    RunPhase phase(const RankSummary& rank) const;
    QString toolTip(const RankSummary& rank, int column) const;
    QString stepText(const RankSummary& rank, int column) const;
    QString spoken(const RankSummary& rank, int column) const;
    double number(const RankSummary& rank, int column) const;
    double ownNumber(const RankSummary& rank, int column) const;
    static double gpuNumber(const RankSummary& rank, int column);
    double samplesPerSecond(const RankSummary& rank) const;

    QVector<RankSummary> m_ranks;
    QMap<int, HostStatus> m_away; ///< hosts that are out of reach
    const ThemeColors* m_colors = nullptr;
    int m_totalEpochs = 0;
    double m_stepsPerSecond = 0; ///< of the run
};

} // namespace lockstep

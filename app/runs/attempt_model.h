// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/summary/run_summary.h"
#include "app/theme/theme.h"
#include "remote/mirrors/run_folder.h"

#include <QAbstractTableModel>
#include <QVector>

namespace lockstep {

/// The attempts of a run, the newest first: when each began and ended, how far it came, and why it ended.
class AttemptModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Attempt, State, Duration, Steps, Began, Ended, Cause, ColumnCount };
    static constexpr int kAttemptRole = Qt::UserRole; ///< its number

    using QAbstractTableModel::QAbstractTableModel;

    /// `phase`: of the present attempt, for as long as it goes on.
    void update(const RunInfo& info, RunPhase phase, const RunSummary& summary);
    void setColors(const ThemeColors& colors);
    /// The language is another.
    void retranslate();
    /// "0 to 360, of 3 epochs".
    static QString stepsText(std::int64_t first, std::int64_t last, int epochs);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Row {
        int attempt = 1;
        RunPhase phase = RunPhase::Waiting;
        Sentence cause{};
        std::int64_t firstMs = 0, lastMs = 0; ///< 0: no journal tells
        std::int64_t firstStep = 0, steps = 0;
        int epochs = 0;
        bool operator==(const Row&) const = default;
    };
    static Row rowOf(const AttemptInfo& info, const AttemptSummary* told);
    static QString text(const Row& row, int column);

    QVector<Row> m_rows;
    const ThemeColors* m_colors = nullptr;
};

} // namespace lockstep

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/catalogue/sweep/sweep.h"
#include "remote/mirrors/run_folder.h"

#include <QAbstractTableModel>
#include <QMap>
#include <optional>

namespace lockstep {

/// What has become of a sweep.
struct SweepOutcome {
    QString name;
    int runs = 0;
    int finished = 0;             ///< runs that came to a good end
    int refused = 0;              ///< runs that could not begin
    std::optional<Error> refusal; ///< why the first of those could not
};

/// "1 of 4 runs have finished. 2 runs could not begin: ..."
QString outcomeText(const SweepOutcome& outcome);

/// The runs of a sweep, a row each: the values of its axes, and how far each has come.
class SweepModel : public QAbstractTableModel {
    Q_OBJECT
public:
    using QAbstractTableModel::QAbstractTableModel;

    void setSweep(const Sweep& sweep, const QVector<SweepPoint>& points);
    void setPhase(int point, RunPhase phase);
    /// Its run has ended, and says why where that is not as it was to.
    void setEnd(int point, const RunInfo& info);
    /// Why it could not begin.
    void setError(int point, const Error& error);
    /// Runs that have ended by now.
    int endedCount() const;
    /// As far as it is known.
    SweepOutcome outcome() const;
    /// The language is another.
    void retranslate();

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString stateOf(int point) const;
    void refresh(int point);

    Sweep m_sweep;
    QVector<SweepPoint> m_points;
    QMap<int, RunPhase> m_phases;  ///< of those that have begun
    QMap<int, Sentence> m_reasons; ///< of those that failed
    QMap<int, Error> m_errors;
};

} // namespace lockstep

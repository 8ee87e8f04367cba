// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/catalogue/sweep/sweep_model.h"

#include "app/catalogue/field_texts.h"
#include "app/text/error_text.h"
#include "app/text/inert_text.h"
#include "app/text/number_text.h"
#include "app/text/phase_text.h"
#include "app/text/plain_text.h"

#include <algorithm>

namespace lockstep {

QString outcomeText(const SweepOutcome& outcome)
{
    const QString finished = SweepModel::tr("%1 of %Ln run(s) have finished.", nullptr, outcome.runs)
                                 .arg(countText(outcome.finished));
    if (!outcome.refusal)
        return finished;
    return finished + u' ' +
           SweepModel::tr("%Ln run(s) could not begin: %1", nullptr, outcome.refused)
               .arg(inertString(errorMessage(*outcome.refusal)));
}

void SweepModel::setSweep(const Sweep& sweep, const QVector<SweepPoint>& points)
{
    beginResetModel();
    m_sweep = sweep;
    m_points = points;
    m_phases.clear();
    m_reasons.clear();
    m_errors.clear();
    endResetModel();
}

void SweepModel::setPhase(int point, RunPhase phase)
{
    m_phases[point] = phase;
    refresh(point);
}

void SweepModel::setEnd(int point, const RunInfo& info)
{
    const RunPhase phase = shownPhase(info.phase, info.exitCode);
    if (phase == RunPhase::Failed && !info.reason.empty())
        m_reasons[point] = info.reason;
    setPhase(point, phase);
}

void SweepModel::setError(int point, const Error& error)
{
    m_errors[point] = error;
    refresh(point);
}

void SweepModel::refresh(int point)
{
    emit dataChanged(index(point, 0), index(point, columnCount() - 1));
}

int SweepModel::endedCount() const
{
    return static_cast<int>(m_errors.size() + std::ranges::count_if(m_phases, hasEnded));
}

SweepOutcome SweepModel::outcome() const
{
    return {.name = QString::fromStdString(m_sweep.experiment.name),
            .runs = rowCount(),
            .finished = static_cast<int>(std::ranges::count(m_phases, RunPhase::Finished)),
            .refused = static_cast<int>(m_errors.size()),
            .refusal = m_errors.isEmpty() ? std::nullopt : std::optional(m_errors.first())};
}

void SweepModel::retranslate()
{
    emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
    if (rowCount() > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

int SweepModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_points.size());
}

int SweepModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_sweep.axes.size()) + 1;
}

QString SweepModel::stateOf(int point) const
{
    if (const auto error = m_errors.constFind(point); error != m_errors.constEnd())
        return errorMessage(*error);
    const auto phase = m_phases.constFind(point);
    if (phase == m_phases.constEnd())
        return {};
    const auto reason = m_reasons.constFind(point);
    return reason == m_reasons.constEnd()
               ? phaseText(*phase)
               : tr("%1: %2", "a run's state, and why").arg(phaseText(*phase), sentenceText(*reason));
}

QVariant SweepModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || (role != Qt::DisplayRole && role != Qt::ToolTipRole))
        return {};
    const QString text = index.column() < m_sweep.axes.size()
                             ? m_points[index.row()].values.value(index.column())
                             : stateOf(index.row());
    return role == Qt::ToolTipRole ? wrappedText(inertString(text)) : inertString(text);
}

QVariant SweepModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    return section < m_sweep.axes.size() ? FieldTexts().title(m_sweep.axes[section].key) : tr("State");
}

} // namespace lockstep

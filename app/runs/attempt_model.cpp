// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/attempt_model.h"

#include "app/text/error_text.h"
#include "app/text/inert_text.h"
#include "app/text/moment_text.h"
#include "app/text/number_text.h"
#include "app/text/phase_text.h"
#include "app/theme/phase_color.h"

#include <QDateTime>
#include <QLocale>
#include <algorithm>

namespace lockstep {

namespace {

QString timeText(std::int64_t ms)
{
    return ms == 0 ? QString() : momentText(ms);
}

/// What is known of an attempt. Of one that another followed, runs of before leave that to their journals.
AttemptInfo infoOf(const RunInfo& info, int attempt, const AttemptSummary* told)
{
    if (attempt == info.attempt)
        return info;
    const auto noted = std::ranges::find(info.earlier, attempt, &AttemptInfo::attempt);
    if (noted != info.earlier.end())
        return *noted;
    AttemptInfo answer{.attempt = attempt, .phase = RunPhase::Failed};
    if (told && told->end) {
        answer.phase = endingPhase(told->end->exitCode);
        answer.exitCode = told->end->exitCode;
        answer.reason = told->end->message;
    }
    return answer;
}

} // namespace

AttemptModel::Row AttemptModel::rowOf(const AttemptInfo& info, const AttemptSummary* told)
{
    Row row{.attempt = info.attempt, .phase = shownPhase(info.phase, info.exitCode), .cause = info.reason};
    if (told) {
        row.firstMs = told->firstMs;
        row.lastMs = told->lastMs;
        row.firstStep = told->firstStep;
        row.steps = told->steps;
        row.epochs = told->epochs;
    }
    return row;
}

void AttemptModel::update(const RunInfo& info, RunPhase phase, const RunSummary& summary)
{
    const std::map<int, AttemptSummary>& told = summary.attempts().all();
    QVector<Row> rows;
    for (int attempt = info.attempt; attempt >= 1; --attempt) {
        const auto found = told.find(attempt);
        const AttemptSummary* journals = found == told.end() ? nullptr : &found->second;
        Row row = rowOf(infoOf(info, attempt, journals), journals);
        if (attempt == info.attempt && !hasEnded(row.phase)) {
            row.phase = phase;
            row.lastMs = 0; // it has not ended
        }
        rows.append(row);
    }
    if (rows == m_rows)
        return;
    if (rows.size() == m_rows.size()) { // the selection stays
        m_rows = std::move(rows);
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
        return;
    }
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
}

void AttemptModel::setColors(const ThemeColors& colors)
{
    m_colors = &colors;
    if (!m_rows.isEmpty())
        emit dataChanged(index(0, State), index(rowCount() - 1, State), {Qt::ForegroundRole});
}

void AttemptModel::retranslate()
{
    emit headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
    if (rowCount() > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

int AttemptModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int AttemptModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString AttemptModel::stepsText(std::int64_t first, std::int64_t last, int epochs)
{
    const QLocale locale;
    return tr("%1 to %2, of %Ln epoch(s)", nullptr, epochs)
        .arg(locale.toString(static_cast<qlonglong>(first)), locale.toString(static_cast<qlonglong>(last)));
}

QString AttemptModel::text(const Row& row, int column)
{
    switch (column) {
    case Attempt:
        return QString::number(row.attempt);
    case State:
        return phaseText(row.phase);
    case Began:
        return timeText(row.firstMs);
    case Ended:
        return timeText(row.lastMs);
    case Duration:
        return row.lastMs == 0 ? QString() : durationText(row.lastMs - row.firstMs);
    case Steps:
        return row.firstMs == 0 ? QString() : stepsText(row.firstStep, row.steps, row.epochs);
    case Cause:
        return inertString(sentenceText(row.cause));
    default:
        return {};
    }
}

QVariant AttemptModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= m_rows.size())
        return {};
    const Row& row = m_rows[index.row()];
    switch (role) {
    case Qt::DisplayRole:
        return text(row, index.column());
    case kAttemptRole:
        return row.attempt;
    case Qt::ToolTipRole:
        return text(row, row.cause.empty() ? index.column() : static_cast<int>(Cause)).toHtmlEscaped();
    case Qt::TextAlignmentRole: {
        const bool isNumber = index.column() == Attempt || index.column() == Duration;
        return QVariant(Qt::AlignVCenter | (isNumber ? Qt::AlignRight : Qt::AlignLeft));
    }
    case Qt::ForegroundRole:
        if (index.column() == State && m_colors)
            return phaseColor(row.phase, *m_colors);
        return {};
    default:
        return {};
    }
}

QVariant AttemptModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole) {
        const bool isNumber = section == Attempt || section == Duration;
        return QVariant(Qt::AlignVCenter | (isNumber ? Qt::AlignRight : Qt::AlignLeft));
    }
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Attempt:
        return tr("Attempt");
    case State:
        return tr("State");
    case Began:
        return tr("Began");
    case Ended:
        return tr("Ended");
    case Duration:
        return tr("Duration");
    case Steps:
        return tr("Steps");
    case Cause:
        return tr("Why it ended");
    default:
        return {};
    }
}

} // namespace lockstep

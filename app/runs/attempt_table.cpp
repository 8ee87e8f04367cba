// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/attempt_table.h"

#include "app/text/number_text.h"
#include "app/text/phase_text.h"
#include "app/theme/table_look.h"

#include <QDateTime>
#include <QEvent>
#include <QHeaderView>
#include <QLocale>
#include <algorithm>

namespace lockstep {

AttemptTable::AttemptTable(QWidget* parent) : QTableView(parent)
{
    setModel(&m_model);
    m_model.setColors(themeColors(palette()));
    showRows(*this);
    setAccessibleName(tr("Attempts"));
    setSelectionMode(SingleSelection);
    setHorizontalScrollMode(ScrollPerPixel);
    horizontalHeader()->setStretchLastSection(true);
    connect(selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& row) {
        if (row.isValid())
            emit attemptChosen(row.data(AttemptModel::kAttemptRole).toInt());
    });
    sizeColumns();
}

void AttemptTable::setRun(const RunInfo& info, RunPhase phase, const RunSummary& summary)
{
    m_model.update(info, phase, summary);
}

void AttemptTable::sizeColumns()
{
    // By what may come, not by what is there: columns keep their width while an attempt goes on.
    const auto width = [this](int column, const QString& sample) {
        const QString head = m_model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
        const int text =
            std::max(fontMetrics().horizontalAdvance(sample), fontMetrics().horizontalAdvance(head) + 8);
        setColumnWidth(column, text + 18);
    };
    int widest = 0;
    for (const RunPhase phase : {RunPhase::Connecting, RunPhase::Training, RunPhase::Stopping,
                                 RunPhase::Finished, RunPhase::Stopped, RunPhase::Failed})
        widest = std::max(widest, fontMetrics().horizontalAdvance(phaseText(phase)));
    const QString time =
        QLocale().toString(QDateTime(QDate(2028, 12, 28), QTime(20, 58)), QLocale::ShortFormat);
    width(AttemptModel::Attempt, QStringLiteral("888"));
    width(AttemptModel::State, {});
    setColumnWidth(AttemptModel::State, std::max(columnWidth(AttemptModel::State), widest + 18));
    width(AttemptModel::Began, time);
    width(AttemptModel::Ended, time);
    width(AttemptModel::Duration, durationText(20 * 60'000 + 58'000));
    width(AttemptModel::Steps, AttemptModel::stepsText(88'888, 88'888, 88));
}

void AttemptTable::changeEvent(QEvent* event)
{
    QTableView::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        m_model.setColors(themeColors(palette()));
    if (event->type() == QEvent::LanguageChange) {
        setAccessibleName(tr("Attempts"));
        m_model.retranslate();
    }
    if (event->type() == QEvent::FontChange || event->type() == QEvent::LanguageChange)
        sizeColumns();
}

} // namespace lockstep

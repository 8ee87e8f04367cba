// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/inspector/strategy_comparison.h"

#include "app/forecast/forecast_texts.h"
#include "app/inspector/form/fact_label.h"
#include "app/inspector/strategy_row.h"
#include "app/text/error_text.h"
#include "app/text/list_text.h"

#include <QStringList>
#include <QVBoxLayout>

namespace lockstep {

StrategyComparison::StrategyComparison(QWidget* parent)
    : QWidget(parent), m_list(new QVBoxLayout), m_notes(new FactLabel(this))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addLayout(m_list);
    layout->addWidget(m_notes);
}

void StrategyComparison::setRowCount(std::size_t count)
{
    while (m_rows.size() > count) {
        delete m_rows.back();
        m_rows.pop_back();
    }
    while (m_rows.size() < count) {
        const std::size_t index = m_rows.size();
        auto* row = m_rows.emplace_back(new StrategyRow(this));
        m_list->addWidget(row);
        connect(row, &StrategyRow::useWanted, this,
                [this, index] { emit chosen(m_table.rows[index].settings); });
    }
}

void StrategyComparison::showTable(const StrategyTable& table)
{
    if (table == m_table)
        return;
    m_table = table;
    setRowCount(m_table.rows.size());
    for (std::size_t i = 0; i < m_rows.size(); ++i)
        m_rows[i]->showForecast(m_table.rows[i]);
    QStringList notes;
    if (!m_table.rows.empty()) {
        for (const Sentence& note : notesOf(m_table))
            notes << sentenceText(note);
    }
    m_notes->setText(sentencesText(notes));
}

} // namespace lockstep

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/rank_panel.h"

#include "app/runs/rank_filter_bar.h"

#include <QEvent>
#include <QShortcut>
#include <QVBoxLayout>
#include <utility>

namespace lockstep {

namespace {

/// More ranks than are seen at once.
constexpr int kManyRanks = 16;

} // namespace

RankPanel::RankPanel(const MetricStore& store, QWidget* parent)
    : QWidget(parent), m_bar(new RankFilterBar(this)), m_table(new RankTable(store, this))
{
    m_bar->hide();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_bar);
    layout->addWidget(m_table, 1);
    setWindowTitle(tr("Ranks"));
    connect(m_bar, &RankFilterBar::filterChanged, this, &RankPanel::filter);
    connect(m_bar, &RankFilterBar::closed, this, &RankPanel::hideFilter);
    auto* find = new QShortcut(QKeySequence::Find, this, nullptr, nullptr, Qt::WidgetWithChildrenShortcut);
    connect(find, &QShortcut::activated, this, &RankPanel::find);
}

void RankPanel::setSummary(const RunSummary& summary)
{
    const auto ranks = static_cast<int>(summary.ranks().size());
    m_table->setSummary(summary);
    if (std::exchange(m_ranks, ranks) != ranks) {
        m_bar->setRanks(summary);
        m_bar->setVisible(ranks > kManyRanks);
    }
    count();
}

void RankPanel::find()
{
    m_bar->show();
    m_bar->begin();
}

void RankPanel::filter()
{
    m_table->setFilter(m_bar->filter());
    count();
}

void RankPanel::count()
{
    m_bar->setCount(m_table->shownRanks(), m_ranks);
}

void RankPanel::hideFilter()
{
    m_bar->setVisible(m_ranks > kManyRanks);
    m_table->setFocus();
}

void RankPanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        setWindowTitle(tr("Ranks"));
}

} // namespace lockstep

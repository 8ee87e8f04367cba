// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/runs/rank_table.h"

#include <QWidget>

namespace lockstep {

class RankFilterBar;

/// The table of ranks with the line that filters it: there for runs of many ranks, else when Ctrl+F asks for
/// it. Called by its window title.
class RankPanel : public QWidget {
    Q_OBJECT
public:
    /// Borrows the store of the run's metrics.
    explicit RankPanel(const MetricStore& store, QWidget* parent = nullptr);

    void setSummary(const RunSummary& summary);
    RankTable& table() { return *m_table; }

protected:
    void changeEvent(QEvent* event) override;

private:
    void find();
    void filter();
    void count();
    void hideFilter();

    RankFilterBar* m_bar;
    RankTable* m_table;
    int m_ranks = 0;
};

} // namespace lockstep

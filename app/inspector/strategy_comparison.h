// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/forecast/strategy_forecast.h"

#include <QWidget>
#include <vector>

class QLabel;
class QVBoxLayout;

namespace lockstep {

class StrategyRow;

/// The strategies side by side, as the drawing predicts them, each with a button that takes it.
class StrategyComparison : public QWidget {
    Q_OBJECT
public:
    explicit StrategyComparison(QWidget* parent = nullptr);
    void showTable(const StrategyTable& table);

signals:
    void chosen(const lockstep::StrategySettings& settings);

private:
    void setRowCount(std::size_t count);

    StrategyTable m_table;
    std::vector<StrategyRow*> m_rows;
    QVBoxLayout* m_list;
    QLabel* m_notes;
};

} // namespace lockstep

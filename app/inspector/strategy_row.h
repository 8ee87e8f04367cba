// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/forecast/strategy_forecast.h"

#include <QWidget>

class QLabel;
class QPushButton;

namespace lockstep {

/// What one strategy would do, in two lines, and a button that takes it.
class StrategyRow : public QWidget {
    Q_OBJECT
public:
    explicit StrategyRow(QWidget* parent = nullptr);
    void showForecast(const StrategyForecast& forecast);

signals:
    void useWanted();

private:
    QLabel* m_name;
    QLabel* m_step;
    QPushButton* m_use;
    QLabel* m_facts;
};

} // namespace lockstep

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/forecast/strategy_forecast.h"

#include <QJsonArray>
#include <QString>

namespace lockstep {

/// The strategies side by side, a line each, and what to choose; empty where there are no rows.
QString strategyReport(const StrategyTable& table);

/// The same for programs: one object for each strategy, texts in English.
QJsonArray strategiesJson(const StrategyTable& table);

} // namespace lockstep

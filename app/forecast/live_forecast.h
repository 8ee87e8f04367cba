// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/forecast/strategy_forecast.h"

#include <QObject>
#include <optional>

namespace lockstep {

/// The strategies compared, kept up while an experiment changes: computed on another thread, one comparison
/// at a time and always of the newest input. Lives on the GUI thread.
class LiveForecast : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    /// Compares for this; nothing: there is nothing to compare.
    void follow(const std::optional<ForecastInput>& input);
    /// The newest that is known. Without rows: there is nothing to compare.
    const StrategyTable& table() const { return m_table; }

signals:
    void changed();

private:
    void compute();
    void take(const ForecastInput& input, const StrategyTable& table);

    std::optional<ForecastInput> m_wanted;
    bool m_isComputing = false;
    StrategyTable m_table;
};

} // namespace lockstep

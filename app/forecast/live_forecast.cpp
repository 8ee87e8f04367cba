// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/forecast/live_forecast.h"

#include <QCoreApplication>
#include <QPointer>
#include <QThreadPool>

namespace lockstep {

void LiveForecast::follow(const std::optional<ForecastInput>& input)
{
    if (input == m_wanted)
        return;
    m_wanted = input;
    if (!m_wanted) {
        m_table = {};
        emit changed();
    } else if (!m_isComputing) {
        compute();
    }
}

void LiveForecast::compute()
{
    m_isComputing = true;
    QThreadPool::globalInstance()->start([receiver = QPointer<LiveForecast>(this), input = *m_wanted] {
        // Asked on the thread it lives on, where it may be gone.
        QMetaObject::invokeMethod(
            QCoreApplication::instance(),
            [receiver, input, table = forecastStrategies(input)] {
                if (receiver)
                    receiver->take(input, table);
            },
            Qt::QueuedConnection);
    });
}

void LiveForecast::take(const ForecastInput& input, const StrategyTable& table)
{
    m_isComputing = false;
    if (!m_wanted)
        return;
    if (!(input == *m_wanted)) {
        compute();
        return;
    }
    m_table = table;
    emit changed();
}

} // namespace lockstep

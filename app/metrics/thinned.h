// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/metrics/series.h"

namespace lockstep {

/// Feeds a series whose every point is not worth its memory: the first kDense as they come, after that the
/// mean of each kGroup. A run of a million steps then costs little, and its plot looks the same.
class Thinned {
public:
    static constexpr std::size_t kDense = 8192;
    static constexpr int kGroup = 32;

    void append(Series& series, std::int64_t key, double value)
    {
        if (series.size() < kDense) {
            series.append(key, value);
            return;
        }
        m_sum += value;
        if (++m_count < kGroup)
            return;
        series.append(key, m_sum / kGroup);
        forget();
    }
    /// What is not a point yet is not to become one: the series was cut.
    void forget()
    {
        m_sum = 0;
        m_count = 0;
    }

private:
    double m_sum = 0;
    int m_count = 0;
};

} // namespace lockstep

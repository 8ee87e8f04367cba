// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/metrics/metric.h"
#include "engine/protocol/journal_records.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace lockstep {

/// Steps turned from records into columns, a few at a time: a series takes a column at a fraction of what its
/// values take one by one. Borrows the steps until it is cleared.
class StepColumns {
public:
    static constexpr std::size_t kCapacity = 64;
    /// What every step carries.
    static constexpr std::array kMetrics = {KnownMetric::Loss,
                                            KnownMetric::Top1,
                                            KnownMetric::Top5,
                                            KnownMetric::LearningRate,
                                            KnownMetric::SamplesPerSecond,
                                            KnownMetric::DataSeconds,
                                            KnownMetric::ForwardSeconds,
                                            KnownMetric::BackwardSeconds,
                                            KnownMetric::NetworkSeconds,
                                            KnownMetric::OptimizerSeconds,
                                            KnownMetric::ComputeSeconds,
                                            KnownMetric::StepSeconds};

    /// REQUIRES: !full().
    void add(const StepFinished& step, std::int64_t wallMs);
    void clear() { m_size = 0; }

    bool empty() const { return m_size == 0; }
    bool full() const { return m_size == kCapacity; }
    /// Of series: updates made.
    std::span<const std::int64_t> keys() const { return {m_keys.data(), m_size}; }
    std::span<const std::int64_t> wallMs() const { return {m_wallMs.data(), m_size}; }
    /// Of kMetrics[metric].
    std::span<const float> values(std::size_t metric) const { return {m_values[metric].data(), m_size}; }
    /// What a step carries beyond those.
    const FurtherNumbers& further(std::size_t step) const { return *m_further[step]; }

private:
    std::size_t m_size = 0;
    std::array<std::int64_t, kCapacity> m_keys;
    std::array<std::int64_t, kCapacity> m_wallMs;
    std::array<const FurtherNumbers*, kCapacity> m_further;
    std::array<std::array<float, kCapacity>, kMetrics.size()> m_values;
};

} // namespace lockstep

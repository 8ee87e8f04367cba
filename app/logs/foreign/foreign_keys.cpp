// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/logs/foreign/foreign_keys.h"

#include <algorithm>

namespace lockstep {

namespace {

/// What no log means honestly; sums of two stay far from overflowing.
constexpr std::int64_t kMostSteps = std::int64_t{1} << 40;

std::int64_t bounded(std::optional<std::int64_t> number)
{
    return std::clamp<std::int64_t>(number.value_or(0), 0, kMostSteps);
}

} // namespace

std::int64_t ForeignKeys::keyOf(const ForeignLine& line)
{
    if (line.epoch)
        m_firstEpoch = line.firstEpoch;
    if (line.kind == ForeignLine::Kind::Step)
        return line.step ? bounded(line.step) : stepOf(line);
    if (line.epoch)
        return bounded(line.epoch) - line.firstEpoch + 1;
    return epoch();
}

std::int64_t ForeignKeys::stepOf(const ForeignLine& line)
{
    const std::int64_t current = bounded(line.epoch);
    const std::int64_t batch = bounded(line.batch);
    if (!m_hasStep && batch == 0)
        m_firstBatch = 0;
    if (line.batches) {
        m_before = std::min(kMostSteps,
                            (current - line.firstEpoch) * std::min(bounded(line.batches), kMostSteps >> 20));
    } else if (m_hasStep && current != m_epoch) {
        m_before = std::min(kMostSteps, m_before + m_batch + m_distance - batch);
    } else if (m_hasStep && batch > m_batch) {
        m_distance = batch - m_batch;
    }
    m_hasStep = true;
    m_epoch = current;
    m_batch = batch;
    return std::max<std::int64_t>(0, m_before) + batch + (m_firstBatch == 0 ? 1 : 0);
}

} // namespace lockstep

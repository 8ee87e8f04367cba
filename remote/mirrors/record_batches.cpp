// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/mirrors/record_batches.h"

namespace lockstep {

namespace {

constexpr qsizetype kMaxBatch = 20'000;

} // namespace

void RecordBatches::add(int rank, QVector<Record> records)
{
    if (records.isEmpty())
        return;
    HostRecords& batch = m_records[rank];
    batch.rank = rank;
    batch.records.append(std::move(records));
    if (batch.records.size() >= kMaxBatch)
        flush();
}

void RecordBatches::flush()
{
    m_lastFlush = Clock::now();
    for (auto& [rank, batch] : m_records)
        m_sink(std::move(batch));
    m_records.clear();
    for (const auto& [rank, size] : m_grown)
        m_sink(HostLogGrown{rank, size});
    m_grown.clear();
    for (const auto& [rank, count] : m_damage)
        m_sink(HostDamage{rank, count});
    m_damage.clear();
}

Deadline RecordBatches::nextDeadline() const
{
    if (m_records.empty() && m_grown.empty() && m_damage.empty())
        return Deadline::max();
    return m_lastFlush + kBatchTime;
}

} // namespace lockstep

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/metrics/metric_store.h"

#include <utility>

namespace lockstep {

void MetricStore::append(int rank, std::span<const Record> records)
{
    m_table.append(rank, records);
    emit extended();
}

void MetricStore::replace(MetricTable table)
{
    m_table = std::move(table);
    emit extended();
}

void MetricStore::merge(MetricTable table)
{
    m_table.merge(std::move(table));
    emit extended();
}

void MetricStore::setComplete(bool isComplete)
{
    if (std::exchange(m_isComplete, isComplete) != isComplete)
        emit extended();
}

} // namespace lockstep

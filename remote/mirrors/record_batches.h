// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/host_event.h"
#include "remote/waiting.h"

#include <functional>
#include <map>

namespace lockstep {

/// Gathers what the mirrors of one host bring by rank, so that it crosses threads a few times a second
/// instead of once a line. Belongs to the thread of its host.
class RecordBatches {
public:
    using Sink = std::function<void(HostEvent)>;
    static constexpr std::chrono::milliseconds kBatchTime{50};

    explicit RecordBatches(Sink sink) : m_sink(std::move(sink)) {}

    /// Hands on at once when many have gathered.
    void add(int rank, QVector<Record> records);
    void addDamage(int rank, std::uint64_t count) { m_damage[rank] += count; }
    /// The text log of a rank is so long now.
    void grown(int rank, std::uint64_t size) { m_grown[rank] = size; }

    void flush();
    /// When something has waited for kBatchTime; far away when nothing waits.
    Deadline nextDeadline() const;

private:
    Sink m_sink;
    std::map<int, HostRecords> m_records;
    std::map<int, std::uint64_t> m_grown;
    std::map<int, std::uint64_t> m_damage;
    Deadline m_lastFlush = Clock::now();
};

} // namespace lockstep

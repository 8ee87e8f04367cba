// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/topology/card/host_load.h"
#include "engine/protocol/experiment.h"
#include "engine/protocol/journal_records.h"

#include <QTime>
#include <chrono>
#include <map>
#include <vector>

namespace lockstep {

/// How busy a run keeps its hosts, from what its ranks tell every two seconds. A plain value.
class LiveLoads {
public:
    using Clock = std::chrono::steady_clock;
    /// A host whose ranks have all been silent for longer is stale.
    static constexpr std::chrono::seconds kFresh{8};

    LiveLoads() = default;
    explicit LiveLoads(const Experiment& run);

    /// `when` it came.
    void take(int rank, const DeviceSampled& sampled, Clock::time_point when);
    /// Of a host of the run; nothing is known before its first sample.
    HostLoad of(std::size_t host, Clock::time_point now) const;

private:
    struct Sample {
        DeviceSampled sampled;
        Clock::time_point when;
        QTime time; ///< the same for people
    };

    std::vector<Placement> m_ranks;
    std::map<int, Sample> m_samples; ///< the newest of each rank
};

} // namespace lockstep

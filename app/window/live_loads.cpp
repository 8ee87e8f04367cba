// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/live_loads.h"

#include "engine/protocol/process_placement.h"

#include <algorithm>

namespace lockstep {

LiveLoads::LiveLoads(const Experiment& run) : m_ranks(placeRanks(run)) {}

void LiveLoads::take(int rank, const DeviceSampled& sampled, Clock::time_point when)
{
    m_samples[rank] = {sampled, when, QTime::currentTime()};
}

HostLoad LiveLoads::of(std::size_t host, Clock::time_point now) const
{
    HostLoad load;
    const Sample* newest = nullptr;
    double busy = 0;
    int ranks = 0;
    std::map<int, const Sample*> gpus; // ranks that share one tell of the same
    for (const Placement& placement : m_ranks) {
        const auto found = m_samples.find(placement.rank);
        if (placement.host != host || found == m_samples.end())
            continue;
        const Sample& sample = found->second;
        const auto isNewer = [&](const Sample* other) { return !other || sample.when > other->when; };
        newest = isNewer(newest) ? &sample : newest;
        busy += sample.sampled.busy;
        load.memoryBytes += static_cast<double>(sample.sampled.memoryBytes);
        ++ranks;
        if (placement.device.kind == DeviceKind::Cuda && isNewer(gpus[placement.device.index]))
            gpus[placement.device.index] = &sample;
    }
    if (newest == nullptr)
        return load;
    load.processorBusy = busy / ranks; // which have equal shares of it
    for (const auto& [index, sample] : gpus)
        load.gpus.push_back({{DeviceKind::Cuda, index}, sample->sampled.gpu, sample->sampled.gpuMemoryBytes});
    if (now - newest->when > kFresh)
        load.staleSince = newest->time;
    return load;
}

} // namespace lockstep

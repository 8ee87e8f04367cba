// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/topology.h"
#include "engine/train/rank_recorder.h"

#include <chrono>
#include <memory>
#include <thread>
#include <vector>

namespace lockstep {

/// Records again and again how a rank uses its host, and what its GPU is doing where it has one; of one whose
/// model is in parts on several, what each is. On a thread of its own: no step waits for it, and a driver
/// that hangs stops these records and nothing else.
class DeviceWatch {
public:
    static constexpr std::chrono::milliseconds kInterval{2000};

    /// Borrows the recorder. `threads`: how many cores the rank may fill.
    DeviceWatch(RankRecorder& recorder, const std::vector<Device>& devices, int threads,
                std::chrono::milliseconds interval = kInterval);
    /// Leaves a thread that is stuck in the driver behind; the recorder is not used any more.
    ~DeviceWatch();
    DeviceWatch(const DeviceWatch&) = delete;
    DeviceWatch& operator=(const DeviceWatch&) = delete;

private:
    class Outlet;

    std::shared_ptr<Outlet> m_outlet;
    std::thread m_thread;
};

} // namespace lockstep

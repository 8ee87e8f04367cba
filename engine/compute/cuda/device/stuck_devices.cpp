// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/device/stuck_devices.h"

namespace lockstep::cuda {

StuckDevices& StuckDevices::ofProcess()
{
    static StuckDevices devices;
    return devices;
}

void StuckDevices::throwIfStuck(int device)
{
    if (!any())
        return;
    const MutexLock lock(m_mutex);
    if (const auto found = m_errors.find(device); found != m_errors.end())
        throw EngineError(found->second);
}

void StuckDevices::add(int device, const EngineError& error)
{
    const MutexLock lock(m_mutex);
    m_errors.emplace(device, error);
    m_any = true;
}

bool isSomeDeviceStuck()
{
    return StuckDevices::ofProcess().any();
}

} // namespace lockstep::cuda

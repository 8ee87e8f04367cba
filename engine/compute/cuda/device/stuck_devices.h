// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/core/error.h"
#include "engine/protocol/mutex.h"

#include <atomic>
#include <map>

namespace lockstep::cuda {

/// The devices of this process that were given up, and what was said of each. Any thread.
class StuckDevices {
public:
    static StuckDevices& ofProcess();
    void throwIfStuck(int device);
    void add(int device, const EngineError& error);
    bool any() const { return m_any; }

private:
    std::atomic<bool> m_any{false};
    Mutex m_mutex;
    std::map<int, EngineError> m_errors LOCKSTEP_GUARDED_BY(m_mutex);
};

/// Whether some device of this process has been given up. From then on nothing is given back to the runtime
/// any more: that waits for what is under way. The process ends soon, which frees everything. Any thread.
bool isSomeDeviceStuck();

} // namespace lockstep::cuda

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/rehearsal/rehearsal.h"

#include <atomic>
#include <memory>
#include <thread>

namespace lockstep {

/// Makes a host of a rehearsal stand still for three quarters of the time, until this object ends: as when
/// others take its processor.
class HaltingHost {
public:
    HaltingHost(std::shared_ptr<Rehearsal> rehearsal, Host host);
    ~HaltingHost();
    HaltingHost(const HaltingHost&) = delete;
    HaltingHost& operator=(const HaltingHost&) = delete;
    int halts() const { return m_halts; }

private:
    void run();

    const std::shared_ptr<Rehearsal> m_rehearsal;
    const Host m_host;
    std::atomic<bool> m_ends = false;
    std::atomic<int> m_halts = 0;
    std::thread m_thread;
};

} // namespace lockstep

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/journal.h"

#include <chrono>

namespace lockstep {

/// How busy this rank keeps its share of the processor. Used by one thread.
class ProcessUsage {
public:
    /// `threads`: how many cores this rank may fill.
    explicit ProcessUsage(int threads);
    /// Of the time since the last one.
    DeviceSampled sample();

private:
    int m_threads;
    double m_processorSeconds;
    std::chrono::steady_clock::time_point m_last;
};

} // namespace lockstep

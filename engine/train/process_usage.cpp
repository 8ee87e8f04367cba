// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/train/process_usage.h"

#include <algorithm>
#include <ctime>
#include <fstream>

#include <unistd.h>

namespace lockstep {
namespace {

double processorSeconds()
{
    timespec used{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    return static_cast<double>(used.tv_sec) + static_cast<double>(used.tv_nsec) * 1e-9;
}

std::int64_t residentBytes()
{
    std::ifstream statm("/proc/self/statm"); // pages in all, pages resident
    std::int64_t all = 0;
    std::int64_t resident = 0;
    statm >> all >> resident;
    return resident * ::sysconf(_SC_PAGESIZE);
}

} // namespace

ProcessUsage::ProcessUsage(int threads)
    : m_threads(std::max(1, threads)), m_processorSeconds(processorSeconds()),
      m_last(std::chrono::steady_clock::now())
{
}

DeviceSampled ProcessUsage::sample()
{
    const auto now = std::chrono::steady_clock::now();
    const double used = processorSeconds();
    const double passed = std::chrono::duration<double>(now - m_last).count();
    DeviceSampled sampled;
    if (passed > 0)
        sampled.busy = std::clamp((used - m_processorSeconds) / (passed * m_threads), 0.0, 1.0);
    sampled.memoryBytes = residentBytes();
    m_last = now;
    m_processorSeconds = used;
    return sampled;
}

} // namespace lockstep

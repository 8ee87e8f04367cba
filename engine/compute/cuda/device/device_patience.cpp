// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/device/device_patience.h"

#include <algorithm>
#include <atomic>
#include <string>
#include <vector>

namespace lockstep::cuda {
namespace {

/// Nobody minds it at the end.
constexpr DeviceSeconds kLeastPatience = std::chrono::seconds(1);
/// After a stop. Longer than the step under way is given (four seconds): then sums that hang are broken off,
/// and the device, which waited for them, comes to an end of its own.
constexpr DeviceSeconds kLeastAfterStop = std::chrono::seconds(8);

std::atomic<double> g_longestWait{0}; ///< seconds

} // namespace

SharedPatience patienceWith(int device, DeviceSeconds limit)
{
    return std::make_shared<const DevicePatience>(DevicePatience{.device = device, .limit = limit});
}

DeviceSeconds lastPatience(ExitCode end)
{
    return std::max(end == ExitCode::Stopped ? kLeastAfterStop : kLeastPatience,
                    DeviceSeconds(2 * g_longestWait.load()));
}

void noteWaited(DeviceSeconds time)
{
    double longest = g_longestWait.load();
    while (time.count() > longest && !g_longestWait.compare_exchange_weak(longest, time.count())) {
    }
}

DeviceSeconds WaitLimit::patienceAtTheEnd() const
{
    return std::max(m_last, lastPatience(m_end->code()));
}

bool WaitLimit::isReached(const DevicePatience& patience, DeviceSeconds waited)
{
    if (!m_end && waited > patience.limit * m_factor)
        return true;
    if (!m_end && patience.ended) {
        m_end = patience.ended();
        m_since = waited;
        // Else they ended before it could have been waited for in vain.
        m_isStuck = !m_end || m_since > patienceAtTheEnd();
        if (m_end && m_isStuck && m_end->code() != ExitCode::Stopped)
            return true;
    }
    return m_end && waited - m_since > patienceAtTheEnd();
}

EngineError WaitLimit::error(int device, const Sentence& what, DeviceSeconds waited) const
{
    const long seconds = std::max<long>(1, std::chrono::round<std::chrono::seconds>(waited).count());
    const std::vector<Sentence> arguments{"cuda:" + std::to_string(device), what, std::to_string(seconds)};
    if (m_end && m_end->code() == ExitCode::Stopped)
        return EngineError(
            ExitCode::Stopped,
            {LOCKSTEP_TEXT("Stopped as asked, without the device %1: after %3 s of waiting for %2 it had not "
                           "come so far. What was trained since the last checkpoint is lost."),
             arguments,
             {}});
    if (!m_isStuck)
        return *m_end;
    return EngineError(
        ExitCode::DeviceUnavailable,
        {LOCKSTEP_TEXT(
             "The device %1 hangs: after %3 s of waiting for %2 there was neither a result nor an error. See "
             "whether nvidia-smi answers on the host, and what the kernel log says in lines with \"NVRM\" or "
             "\"Xid\"; where nvidia-smi does not answer, only a restart of the host helps. Where something "
             "slows the device down (a profiler, compute-sanitizer), raise training.timeout_seconds."),
         arguments,
         {}});
}

} // namespace lockstep::cuda

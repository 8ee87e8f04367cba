// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/train/stop_deadline.h"

#include "engine/core/error.h"

#include <array>
#include <cerrno>

#include <poll.h>

namespace lockstep {
namespace {

using Clock = std::chrono::steady_clock;

/// Until one of them is uttered, or until the time; true: the first one.
bool waitFor(const StopFlag& wanted, const StopFlag& other, Clock::time_point until)
{
    while (!wanted.requested() && !other.requested() && Clock::now() < until) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now()).count();
        std::array<pollfd, 2> both{{{wanted.descriptor(), POLLIN, 0}, {other.descriptor(), POLLIN, 0}}};
        const int limit = until == Clock::time_point::max() ? -1 : static_cast<int>(std::max<long>(left, 0));
        // An interrupted wait is a short one.
        (void)::poll(both.data(), both.size(), limit);
    }
    return wanted.requested();
}

} // namespace

StopDeadline::StopDeadline(const StopFlag& stop, ProcessGroup& group, std::chrono::milliseconds grace)
    : m_thread([this, &stop, &group, grace] { watch(stop, group, grace); })
{
}

StopDeadline::~StopDeadline()
{
    m_dismissed.request();
    m_thread.join();
}

void StopDeadline::watch(const StopFlag& stop, ProcessGroup& group, std::chrono::milliseconds grace)
{
    if (!waitFor(stop, m_dismissed, Clock::time_point::max()))
        return;
    const StopFlag never;
    if (waitFor(m_dismissed, never, Clock::now() + grace))
        return;
    m_passed = true;
    group.breakOff();
}

void StopDeadline::throwIfPassed() const
{
    if (m_passed)
        throw EngineError(ExitCode::Stopped, {LOCKSTEP_TEXT("The run was asked to stop."), {}, {}});
}

} // namespace lockstep

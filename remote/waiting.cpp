// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/waiting.h"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <sys/eventfd.h>
#include <system_error>

namespace lockstep {

int millisecondsUntil(Deadline deadline)
{
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
    return static_cast<int>(std::clamp<std::int64_t>(left, 0, 3'600'000));
}

WakeFlag::WakeFlag() : m_event(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC))
{
    // Without descriptors nothing here can work, and there is no caller who could go on.
    if (!m_event)
        throw std::system_error(errno, std::generic_category(), "eventfd");
}

void WakeFlag::raise()
{
    m_raised = true;
    const std::uint64_t one = 1;
    [[maybe_unused]] const auto written = ::write(m_event.get(), &one, sizeof one);
}

void WakeFlag::clear()
{
    m_raised = false;
    std::uint64_t count = 0;
    [[maybe_unused]] const auto got = ::read(m_event.get(), &count, sizeof count);
}

Waited waitFor(std::vector<pollfd>& descriptors, Deadline deadline, const WakeFlag& interrupt)
{
    descriptors.push_back({interrupt.descriptor(), POLLIN, 0});
    Waited answer = Waited::TimedOut;
    for (;;) {
        const int count = ::poll(descriptors.data(), descriptors.size(), millisecondsUntil(deadline));
        if (descriptors.back().revents != 0 && count > 0) {
            answer = Waited::Interrupted;
            break;
        }
        if (count > 0) {
            answer = Waited::Ready;
            break;
        }
        if (count < 0 && errno != EINTR)
            break;
        if (Clock::now() >= deadline)
            break;
    }
    descriptors.pop_back();
    return answer;
}

} // namespace lockstep

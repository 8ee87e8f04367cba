// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/pair/socket_wait.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <ctime>

namespace lockstep {

bool awaitSocket(int socket, short events, int cancel, Clock::time_point deadline)
{
    std::array<pollfd, 2> polled{{{socket, events, 0}, {cancel, POLLIN, 0}}}; // poll() skips a negative one
    while (true) {
        using std::chrono::nanoseconds;
        const auto left = std::max(nanoseconds(0), std::chrono::ceil<nanoseconds>(deadline - Clock::now()));
        const timespec timeout{static_cast<time_t>(left / std::chrono::seconds(1)),
                               static_cast<long>((left % std::chrono::seconds(1)).count())};
        const int ready = ::ppoll(polled.data(), polled.size(), &timeout, nullptr);
        if (ready < 0 && errno != EINTR)
            throw systemError(LOCKSTEP_TEXT("wait for a connection"), errno);
        if (ready > 0 && polled[1].revents != 0)
            throw EngineError(ExitCode::Stopped,
                              {LOCKSTEP_TEXT("The measurement of the network was given up."), {}, {}});
        if (ready >= 0)
            return polled[0].revents != 0;
    }
}

} // namespace lockstep

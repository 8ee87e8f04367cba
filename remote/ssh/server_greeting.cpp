// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/server_greeting.h"

#include <cerrno>
#include <string_view>
#include <sys/socket.h>
#include <vector>

namespace lockstep {

Greeting awaitGreeting(int socket, Deadline deadline, const WakeFlag& interrupt)
{
    // OpenSSH's words: of MaxStartups, and since 9.8 of PerSourcePenalties.
    constexpr std::string_view kFull = "Exceeded MaxStartups";
    constexpr std::string_view kPenalty = "Not allowed at this time";

    std::vector<pollfd> descriptors{{socket, POLLIN, 0}};
    const Waited waited = waitFor(descriptors, deadline, interrupt);
    if (waited == Waited::Interrupted)
        return Greeting::Interrupted;
    char bytes[64];
    const ssize_t count = ::recv(socket, bytes, sizeof bytes, MSG_PEEK | MSG_DONTWAIT);
    if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR))
        return Greeting::Speaks;
    if (count <= 0)
        return Greeting::HangsUp;
    const std::string_view words(bytes, static_cast<std::size_t>(count));
    return words.starts_with(kFull) || words.starts_with(kPenalty) ? Greeting::TurnsAway : Greeting::Speaks;
}

} // namespace lockstep

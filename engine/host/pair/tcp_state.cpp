// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/pair/tcp_state.h"

#include "engine/host/system_calls.h"

#include <cerrno>
#include <cstddef>
#include <linux/tcp.h> // the C library's own tcp_info ends before what is needed here
#include <netinet/in.h>
#include <sys/socket.h>

namespace lockstep {

TcpState tcpState(int socket)
{
    tcp_info told{};
    socklen_t size = sizeof told;
    if (::getsockopt(socket, IPPROTO_TCP, TCP_INFO, &told, &size) != 0)
        throw systemError(LOCKSTEP_TEXT("ask the kernel about a connection"), errno);
    if (size < offsetof(tcp_info, tcpi_delivered) + sizeof told.tcpi_delivered)
        throw refusal(LOCKSTEP_TEXT("The kernel of this host is too old for measuring the network: it takes "
                                    "Linux 4.18 or newer."));
    constexpr double kMicro = 1e-6;
    return {.delivered = std::uint64_t{told.tcpi_delivered} * told.tcpi_snd_mss,
            .busySeconds = static_cast<double>(told.tcpi_busy_time) * kMicro,
            .blockedSeconds = static_cast<double>(told.tcpi_rwnd_limited) * kMicro,
            .pathMtu = static_cast<int>(told.tcpi_pmtu)};
}

} // namespace lockstep

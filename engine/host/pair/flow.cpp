// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/pair/flow.h"

#include "engine/host/pair/delivery_rate.h"
#include "engine/host/pair/socket_wait.h"
#include "engine/host/pair/tcp_state.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

namespace lockstep {
namespace {

using Seconds = std::chrono::duration<double>;

constexpr auto kSampleEvery = std::chrono::milliseconds(5);
/// What may wait unsent in the kernel: enough for 5 ms at 100 Mbit/s; more would only wait.
constexpr int kUnsentBytes = 64 << 10;
/// The receiver's patience beyond the time that was agreed: a queue of 10 Mbit/s may hold 300 ms.
constexpr auto kPatience = std::chrono::milliseconds(400);

EngineError broken(int reason)
{
    return {ExitCode::PeerLost,
            {LOCKSTEP_TEXT("The connection to the other host broke while it was measured: %1."),
             {std::strerror(reason)},
             {}}};
}

/// Closing resets the connection, and what waits is dropped.
void closeAtOnce(Descriptor& socket)
{
    const linger now{1, 0};
    ::setsockopt(socket.get(), SOL_SOCKET, SO_LINGER, &now, sizeof now);
    socket.reset();
}

/// Hands over what the kernel takes.
void fill(int socket)
{
    static const std::array<char, 256u << 10> kZeros{};
    while (true) {
        const ssize_t count = ::send(socket, kZeros.data(), kZeros.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
        if (count >= 0)
            continue;
        if (!isTransient(errno))
            throw broken(errno);
        return;
    }
}

void prepareForFlow(int socket)
{
    // Whole segments alone, for it is segments that the kernel counts.
    const int off = 0;
    ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &off, sizeof off);
    ::setsockopt(socket, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &kUnsentBytes, sizeof kUnsentBytes);
}

} // namespace

SentFlow sendFlow(Descriptor socket, Seconds time, int cancel)
{
    prepareForFlow(socket.get());
    DeliveryRate rate;
    const auto begin = Clock::now();
    const auto end = begin + std::chrono::duration_cast<Clock::duration>(time);
    auto nextSample = begin;
    TcpState state;
    for (auto now = begin; now < end; now = Clock::now()) {
        if (now >= nextSample) {
            state = tcpState(socket.get());
            rate.add(Seconds(Clock::now() - begin).count(), static_cast<double>(state.delivered));
            nextSample = std::max(nextSample + kSampleEvery, Clock::now());
        }
        if (awaitSocket(socket.get(), POLLOUT, cancel, std::min(nextSample, end)))
            fill(socket.get());
    }
    const double elapsed = Seconds(Clock::now() - begin).count();
    closeAtOnce(socket);
    constexpr double kMegabitsPerByte = 8e-6;
    return {.mbps = std::max(0.0, rate.slope() * kMegabitsPerByte),
            .pathMtu = state.pathMtu,
            .receiverWaits = std::clamp(state.blockedSeconds / elapsed, 0.0, 1.0),
            .idle = std::clamp(1 - state.busySeconds / elapsed, 0.0, 1.0)};
}

void receiveFlow(Descriptor socket, Seconds time, int cancel)
{
    const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(time);
    while (awaitSocket(socket.get(), POLLIN, cancel, std::max(end, Clock::now()) + kPatience)) {
        // TCP discards what is read with MSG_TRUNC, so no time goes into copying it.
        const ssize_t count = ::recv(socket.get(), nullptr, 4u << 20, MSG_TRUNC | MSG_DONTWAIT);
        if (count == 0 || (count < 0 && !isTransient(errno)))
            return;
    }
}

} // namespace lockstep

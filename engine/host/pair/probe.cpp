// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/pair/probe.h"

#include "engine/host/pair/socket_wait.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <span>
#include <sys/socket.h>

/// Round trips of a byte, and whether a large message passes. Bytes of the one that asks: kByte, which is
/// sent back, any number of times; then a message of kLarge, which is answered with kTaken and another such
/// message; kTaken ends it.
namespace lockstep {
namespace {

constexpr char kByte = 'b';
constexpr char kLarge = 'l';
constexpr char kTaken = 't';
constexpr int kRoundTrips = 20;
constexpr int kFewestRoundTrips = 3;
/// Longer than that they need not take, together.
constexpr auto kRoundTripTime = std::chrono::milliseconds(500);
constexpr auto kFirstPatience = std::chrono::seconds(2);
constexpr auto kLargePatience = std::chrono::seconds(1);
/// More than any packet holds but on links with jumbo frames, which it fills.
constexpr std::size_t kLargeBytes = 8000;

using Large = std::array<char, kLargeBytes>;

/// Everything here fits into an empty send buffer.
bool send(int socket, std::span<const char> bytes)
{
    return ::send(socket, bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_NOSIGNAL) ==
           static_cast<ssize_t>(bytes.size());
}

/// Fills the span; false when that does not come about in time.
bool receive(int socket, std::span<char> bytes, int cancel, Clock::time_point deadline)
{
    while (!bytes.empty()) {
        if (!awaitSocket(socket, POLLIN, cancel, deadline))
            return false;
        const ssize_t count = ::recv(socket, bytes.data(), bytes.size(), MSG_DONTWAIT);
        if (count > 0)
            bytes = bytes.subspan(static_cast<std::size_t>(count));
        else if (count == 0 || !isTransient(errno))
            return false;
    }
    return true;
}

Large largeMessage()
{
    Large message;
    message.fill(kLarge);
    return message;
}

double milliseconds(Clock::duration time)
{
    return std::chrono::duration<double, std::milli>(time).count();
}

} // namespace

Probe askProbe(int socket, int cancel)
{
    const auto begin = Clock::now();
    auto shortest = Clock::duration::max();
    for (int i = 0; i < kRoundTrips; ++i) {
        const auto sent = Clock::now();
        if (i >= kFewestRoundTrips && sent - begin > kRoundTripTime)
            break;
        char byte = kByte;
        if (!send(socket, {&byte, 1}) || !receive(socket, {&byte, 1}, cancel, sent + kFirstPatience))
            throw EngineError(
                ExitCode::PeerLost,
                {LOCKSTEP_TEXT("The other host does not answer, though it is connected."), {}, {}});
        shortest = std::min(shortest, Clock::now() - sent);
    }
    Probe probe{.roundTripMs = milliseconds(shortest)};
    Large message = largeMessage();
    char taken = 0;
    const auto deadline = Clock::now() + kLargePatience;
    probe.largeMessagePasses = send(socket, message) && receive(socket, {&taken, 1}, cancel, deadline) &&
                               receive(socket, message, cancel, deadline + kLargePatience);
    if (probe.largeMessagePasses)
        send(socket, {&kTaken, 1});
    return probe;
}

void answerProbe(int socket, int cancel)
{
    const auto patience = kFirstPatience + kLargePatience;
    char byte = 0;
    while (receive(socket, {&byte, 1}, cancel, Clock::now() + patience) && byte == kByte) {
        if (!send(socket, {&byte, 1}))
            return;
    }
    Large message = largeMessage();
    if (byte != kLarge || !receive(socket, std::span(message).subspan(1), cancel, Clock::now() + patience))
        return;
    if (send(socket, {&kTaken, 1}) && send(socket, largeMessage()))
        receive(socket, {&byte, 1}, cancel, Clock::now() + patience);
}

} // namespace lockstep

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/rehearsal/stage/wire.h"

#include "engine/protocol/descriptor.h"

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <fcntl.h>
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <net/if.h>
#include <optional>
#include <poll.h>
#include <sched.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>
#include <vector>

namespace lockstep {

namespace {

using Clock = std::chrono::steady_clock;

/// What the kernel writes before a frame of several segments, and the longest frame.
constexpr std::size_t kLongestFrame = 70'000;
/// What is on its way in one direction: 20 ms of 10 Gbit/s. What comes beyond it is lost.
constexpr std::size_t kMostOnTheWay = 32 << 20;
constexpr int kReceiveBuffer = 8 << 20;

/// One end: where frames of this direction come in.
struct End {
    struct Frame {
        Clock::time_point due;
        std::vector<char> bytes;
    };
    Descriptor socket;
    std::deque<Frame> onTheWay; ///< to the other end
    std::size_t bytesOnTheWay = 0;
};

/// Takes every frame that comes in at a device, and sends some out there. Checksums and cutting into segments
/// are left to whoever is behind, as they are on a pair of virtual devices without us.
Descriptor openDevice(const std::string& device)
{
    Descriptor socket(::socket(AF_PACKET, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    const int on = 1;
    sockaddr_ll address{};
    address.sll_family = AF_PACKET;
    address.sll_protocol = htons(ETH_P_ALL);
    address.sll_ifindex = static_cast<int>(::if_nametoindex(device.c_str()));
    if (address.sll_ifindex == 0 || !socket ||
        ::setsockopt(socket.get(), SOL_PACKET, PACKET_VNET_HDR, &on, sizeof on) != 0 ||
        ::setsockopt(socket.get(), SOL_PACKET, PACKET_IGNORE_OUTGOING, &on, sizeof on) != 0 ||
        ::bind(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
        return {};
    // As much as we may: less loses frames when this process has to wait for a core.
    if (::setsockopt(socket.get(), SOL_SOCKET, SO_RCVBUFFORCE, &kReceiveBuffer, sizeof kReceiveBuffer) != 0)
        ::setsockopt(socket.get(), SOL_SOCKET, SO_RCVBUF, &kReceiveBuffer, sizeof kReceiveBuffer);
    return socket;
}

void takeIn(End& end, Clock::duration delay)
{
    std::array<char, kLongestFrame> buffer;
    for (;;) {
        const ssize_t size = ::recv(end.socket.get(), buffer.data(), buffer.size(), 0);
        if (size <= 0)
            return; // nothing is there, or a frame that the kernel cannot hand out: lost, as on a cable
        const auto bytes = static_cast<std::size_t>(size);
        if (end.bytesOnTheWay + bytes > kMostOnTheWay)
            continue;
        end.bytesOnTheWay += bytes;
        end.onTheWay.push_back({Clock::now() + delay, {buffer.data(), buffer.data() + bytes}});
    }
}

void sendDue(End& from, const End& to)
{
    while (!from.onTheWay.empty() && from.onTheWay.front().due <= Clock::now()) {
        const std::vector<char>& bytes = from.onTheWay.front().bytes;
        // What the other end does not take is lost.
        [[maybe_unused]] const auto sent = ::send(to.socket.get(), bytes.data(), bytes.size(), 0);
        from.bytesOnTheWay -= bytes.size();
        from.onTheWay.pop_front();
    }
}

/// Until the first frame is due; a minute where none is on its way.
timespec untilDue(const std::array<End, 2>& ends)
{
    std::optional<Clock::time_point> first;
    for (const End& end : ends)
        if (!end.onTheWay.empty() && (!first || end.onTheWay.front().due < *first))
            first = end.onTheWay.front().due;
    const auto left = first ? std::max(*first - Clock::now(), Clock::duration::zero())
                            : Clock::duration(std::chrono::minutes(1));
    const auto seconds = std::chrono::floor<std::chrono::seconds>(left);
    return {seconds.count(), std::chrono::nanoseconds(left - seconds).count()};
}

/// In the child: until it is killed.
[[noreturn]] void carry(std::array<End, 2> ends, Clock::duration delay)
{
    for (;;) {
        std::array<pollfd, 2> ready{{{ends[0].socket.get(), POLLIN, 0}, {ends[1].socket.get(), POLLIN, 0}}};
        const timespec left = untilDue(ends);
        ::ppoll(ready.data(), ready.size(), &left, nullptr);
        for (End& end : ends)
            takeIn(end, delay);
        sendDue(ends[0], ends[1]);
        sendDue(ends[1], ends[0]);
    }
}

} // namespace

std::string layWire(const StageOrder& order)
{
    if (order.words.size() != 3)
        return "a wire has two ends and a delay";
    // A packet socket is of the network in which it was made.
    const Descriptor before(::open("/proc/self/ns/net", O_RDONLY | O_CLOEXEC));
    if (!before || ::setns(networkDescriptorOf(order.place), CLONE_NEWNET) != 0)
        return std::string("setns: ") + std::strerror(errno);
    std::array<End, 2> ends;
    std::string answer;
    for (std::size_t end = 0; end < ends.size() && answer.empty(); ++end) {
        ends[end].socket = openDevice(order.words[end]);
        if (!ends[end].socket)
            answer = order.words[end] + ": " + std::strerror(errno);
    }
    if (::setns(before.get(), CLONE_NEWNET) != 0)
        return std::string("setns: ") + std::strerror(errno);
    const pid_t process = answer.empty() ? ::fork() : -1;
    if (process == 0)
        carry(std::move(ends), std::chrono::microseconds(std::atoll(order.words[2].c_str())));
    if (answer.empty() && process < 0)
        answer = std::string("fork: ") + std::strerror(errno);
    return answer;
}

} // namespace lockstep

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/rehearsal/stage/stage_server.h"

#include "remote/rehearsal/stage/stage_acts.h"
#include "remote/rehearsal/stage/wire.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <poll.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace lockstep {

namespace {

constexpr const char* kNoNetworks = "the places have no networks of their own";

/// Those that came with a message.
std::vector<Descriptor> descriptorsIn(msghdr& message)
{
    std::vector<Descriptor> descriptors;
    for (cmsghdr* part = CMSG_FIRSTHDR(&message); part != nullptr; part = CMSG_NXTHDR(&message, part)) {
        if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_RIGHTS)
            continue;
        const std::size_t count = (part->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        for (std::size_t i = 0; i < count; ++i) {
            int descriptor = -1;
            std::memcpy(&descriptor, CMSG_DATA(part) + i * sizeof(int), sizeof(int));
            descriptors.emplace_back(descriptor);
        }
    }
    return descriptors;
}

} // namespace

StageServer::StageServer(Descriptor control, Places places)
    : m_control(std::move(control)), m_places(std::move(places))
{
    sigset_t children;
    ::sigemptyset(&children);
    ::sigaddset(&children, SIGCHLD);
    ::sigprocmask(SIG_BLOCK, &children, nullptr);
    m_children = Descriptor(::signalfd(-1, &children, SFD_CLOEXEC | SFD_NONBLOCK));
}

void StageServer::serve()
{
    constexpr int kMinute = 60'000; // nothing depends on it: there is no wait without an end
    for (;;) {
        std::array<pollfd, 2> ready{{{m_control.get(), POLLIN, 0}, {m_children.get(), POLLIN, 0}}};
        if (::poll(ready.data(), ready.size(), kMinute) < 0 && errno != EINTR)
            return;
        if (ready[1].revents != 0)
            buryChildren();
        if (ready[0].revents != 0 && !takeOrder())
            return;
    }
}

bool StageServer::takeOrder()
{
    std::vector<char> bytes(kMaxStageOrder);
    alignas(cmsghdr) char extra[CMSG_SPACE(8 * sizeof(int))];
    iovec part{bytes.data(), bytes.size()};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = extra;
    message.msg_controllen = sizeof extra;
    const ssize_t size = ::recvmsg(m_control.get(), &message, MSG_CMSG_CLOEXEC);
    if (size < 0 && errno == EINTR)
        return true;
    if (size <= 0)
        return false;
    std::vector<Descriptor> descriptors = descriptorsIn(message);
    const auto order = orderFrom({bytes.data(), static_cast<std::size_t>(size)});
    std::string answer = "this is no order";
    if (order && order->place < m_places.count() && (message.msg_flags & MSG_TRUNC) == 0)
        answer = carryOut(*order, std::move(descriptors));
    if (answer.empty())
        answer = kOrderDone;
    return ::send(m_control.get(), answer.data(), answer.size(), MSG_NOSIGNAL) >= 0;
}

std::string StageServer::carryOut(const StageOrder& order, std::vector<Descriptor> descriptors)
{
    switch (order.kind) {
    case StageOrder::Kind::Run:
        return runProgram(m_places, order);
    case StageOrder::Kind::Write:
        return m_places.haveNetworks() ? writeSetting(order) : kNoNetworks;
    case StageOrder::Kind::Prefer:
        if (m_places.haveNetworks())
            (void)writeSetting(order); // else the setting stays as it is
        return "";
    case StageOrder::Kind::Start:
        return descriptors.size() == 2
                   ? startProgram(m_places, order, descriptors[0].get(), descriptors[1].get())
                   : "a start takes two descriptors";
    case StageOrder::Kind::Signal:
        m_neighbours.signal(order.place, std::atoi(order.words[0].c_str()));
        return signalPlace(m_places, order);
    case StageOrder::Kind::Crowd:
        m_neighbours.moveOut(order.place);
        return order.words[0] == "1" ? m_neighbours.moveIn(m_places, order.place, order.input) : "";
    case StageOrder::Kind::Brake:
        return brakeData(m_places, order);
    case StageOrder::Kind::Wire:
        return m_places.haveNetworks() ? layWire(order) : kNoNetworks;
    }
    return "this is no order";
}

/// Also those that others have left behind. What runProgram() waits for is still running then.
void StageServer::buryChildren() const
{
    signalfd_siginfo drained;
    while (::read(m_children.get(), &drained, sizeof drained) > 0) {
    }
    while (::waitpid(-1, nullptr, WNOHANG) > 0) {
    }
}

} // namespace lockstep

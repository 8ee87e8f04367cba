// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/poller.h"

#include "engine/core/error.h"

#include <algorithm>
#include <sys/epoll.h>

namespace lockstep {

namespace {

void watch(int epoll, int descriptor, std::uint32_t events, std::uint32_t number)
{
    epoll_event event{};
    event.events = events;
    event.data.u32 = number;
    LOCKSTEP_CHECK(::epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event) == 0);
}

} // namespace

Poller::Poller() : m_epoll(::epoll_create1(EPOLL_CLOEXEC))
{
    LOCKSTEP_CHECK(m_epoll);
}

void Poller::add(int socket, std::uint32_t number)
{
    watch(m_epoll.get(), socket, EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET, number);
}

void Poller::addInterrupt(int descriptor)
{
    watch(m_epoll.get(), descriptor, EPOLLIN, kInterrupt);
}

std::span<const Poller::Event> Poller::wait(Events& events, std::chrono::steady_clock::time_point until) const
{
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(until - std::chrono::steady_clock::now()).count();
    std::array<epoll_event, std::tuple_size_v<Events>> found;
    const int count = ::epoll_wait(m_epoll.get(), found.data(), static_cast<int>(found.size()),
                                   static_cast<int>(std::clamp<long>(left, 0, 60'000)));
    const auto size = static_cast<std::size_t>(std::max(count, 0));
    for (std::size_t i = 0; i < size; ++i)
        events[i] = {found[i].data.u32, found[i].events};
    return std::span(events).first(size);
}

} // namespace lockstep

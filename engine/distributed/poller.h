// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/distributed/socket.h"

#include <array>
#include <chrono>
#include <cstdint>
#include <span>

namespace lockstep {

/// Waits for the edges of many sockets (epoll). Each is known by a number.
class Poller {
public:
    /// Level-triggered and unnumbered: something that only interrupts the wait.
    static constexpr std::uint32_t kInterrupt = ~std::uint32_t{0};

    Poller();
    void add(int socket, std::uint32_t number);
    void addInterrupt(int descriptor);

    struct Event {
        std::uint32_t number = 0;
        std::uint32_t flags = 0; ///< as of epoll
    };
    using Events = std::array<Event, 32>;
    /// Into `events`, and as many as returned. Ends at that time at the latest.
    std::span<const Event> wait(Events& events, std::chrono::steady_clock::time_point until) const;

private:
    Descriptor m_epoll;
};

} // namespace lockstep

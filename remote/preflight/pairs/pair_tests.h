// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/host_event.h"
#include "remote/hosts/host_thread.h"
#include "remote/preflight/pairs/pair_tournament.h"

#include <functional>
#include <map>
#include <optional>
#include <string>

namespace lockstep {

/// Measures every pair of hosts over their threads, round by round. Lives on one thread, on which it is told
/// what the hosts say; it never waits, and what it starts ends by itself within some twenty seconds.
class PairTests {
public:
    using ThreadOf = std::function<HostThread*(std::size_t host)>;
    PairTests() = default;
    /// `welcomes`: of the hosts that take part, by index. `threadOf`: nothing for a host that is gone.
    PairTests(const Topology& topology, const std::map<std::size_t, HostWelcome>& welcomes,
              ThreadOf threadOf);

    void begin() { startRound(); }
    void take(std::size_t host, const HostListening& listening);
    void take(std::size_t host, const HostMeasured& measured);
    /// The link to a host is gone.
    void lose(std::size_t host, const Error& reason);
    void cancel();

    bool isOver() const { return m_tournament.isOver(); }
    const PairChecks& checks() const { return m_tournament.checks(); }

private:
    struct Going {
        HostPair pair;
        PairRequest request;
        std::optional<PairReport> first{};
        std::optional<PairReport> second{};
    };

    void startRound();
    void start(const HostPair& pair);
    void fail(std::uint64_t number, const Sentence& reason);

    ThreadOf m_threadOf;
    std::map<std::size_t, std::string> m_addresses; ///< where hosts listen, for ranks as well
    PairTournament m_tournament;
    std::map<std::uint64_t, Going> m_going; ///< by number
    std::uint64_t m_nextNumber = 1;
};

} // namespace lockstep

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/login_pace.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace lockstep {

namespace {

/// Below the ten of MaxStartups, with room for other people, and for those that the server has not yet
/// counted out after they logged in.
constexpr int kMostAtOnce = 6;

int nextLimit(int limit, LoginPace::Outcome outcome)
{
    switch (outcome) {
    case LoginPace::Outcome::LoggedIn:
        return std::min(limit, kMostAtOnce - 1) + 1;
    case LoginPace::Outcome::TurnedAway:
        return std::max(1, std::min(limit, kMostAtOnce) / 2);
    case LoginPace::Outcome::Unreachable:
        return std::numeric_limits<int>::max();
    case LoginPace::Outcome::Cancelled:
        return limit;
    case LoginPace::Outcome::Refused:
        break;
    }
    return 1;
}

} // namespace

LoginPace::Turn::Turn(Turn&& other) noexcept
    : m_pace(std::exchange(other.m_pace, nullptr)), m_address(std::move(other.m_address)),
      m_outcome(other.m_outcome)
{
}

LoginPace::Turn::~Turn()
{
    if (m_pace != nullptr)
        m_pace->end(m_address, m_outcome);
}

LoginPace& LoginPace::ofProgram()
{
    static LoginPace pace;
    return pace;
}

std::optional<LoginPace::Turn> LoginPace::take(const std::string& address, Deadline deadline,
                                               const WakeFlag& interrupt, const std::function<void()>& onWait)
{
    WakeFlag turn;
    if (begin(address, turn))
        return Turn(*this, address);
    onWait();
    std::vector<pollfd> descriptors{{turn.descriptor(), POLLIN, 0}};
    const Waited waited = waitFor(descriptors, deadline, interrupt);
    // Also when it is its turn: under the mutex whoever raised `turn` is done with it, before it ends.
    beginAnyway(address, turn);
    Turn taken(*this, address);
    if (waited != Waited::Interrupted)
        return taken;
    taken.came(Outcome::Cancelled);
    return std::nullopt;
}

bool LoginPace::begin(const std::string& address, WakeFlag& turn)
{
    const MutexLock lock(m_mutex);
    Server& server = m_servers[address];
    const bool may = server.waiting.empty() && server.active < server.limit;
    if (may)
        ++server.active;
    else
        server.waiting.push_back(&turn);
    return may;
}

void LoginPace::beginAnyway(const std::string& address, WakeFlag& turn)
{
    const MutexLock lock(m_mutex);
    Server& server = m_servers[address];
    if (std::erase(server.waiting, &turn) > 0)
        ++server.active;
}

void LoginPace::end(const std::string& address, Outcome outcome)
{
    const MutexLock lock(m_mutex);
    Server& server = m_servers[address];
    --server.active;
    server.limit = nextLimit(server.limit, outcome);
    while (!server.waiting.empty() && server.active < server.limit) {
        ++server.active;
        server.waiting.front()->raise();
        server.waiting.pop_front();
    }
}

} // namespace lockstep

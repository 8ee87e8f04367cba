// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/group_state.h"

#include "engine/core/error.h"

#include <algorithm>
#include <sys/eventfd.h>
#include <unistd.h>

namespace lockstep {

GroupState::GroupState(int ownRank, int size, int ranksOfThem)
    : rank(ownRank), worldSize(size), ranks(ranksOfThem > 0 ? ranksOfThem : size), m_lastMoved(Clock::now()),
      m_wake(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC))
{
    LOCKSTEP_CHECK(m_wake);
}

void GroupState::begin(const CollectiveId& collective)
{
    m_collective = collective;
    m_lastMoved = Clock::now();
}

void GroupState::end()
{
    m_collective = {.kind = CollectiveKind::None, .root = 0, .sequence = m_collective.sequence, .bytes = 0};
}

void GroupState::noteMoved(std::size_t bytes)
{
    m_moved += bytes;
    m_lastMoved = Clock::now();
}

void GroupState::completed(Completions& owner, Direction direction, int peer)
{
    Operations& operations = owner.of(direction);
    const auto i = std::find(operations.pending.begin(), operations.pending.end(), peer);
    if (i != operations.pending.end())
        operations.pending.erase(i);
    operations.done.push_back(peer);
    wakeFollowers();
    if (isLed() && m_leader != std::this_thread::get_id())
        wakeLeader();
}

void GroupState::fail(Failure failure)
{
    if (m_failure)
        return;
    m_failure = std::move(failure);
    wakeLeader();
    m_changed.notifyAll();
    m_ended.notifyAll();
}

void GroupState::fail(Failure::Kind kind, int culprit, std::string detail)
{
    fail({.kind = kind,
          .culprit = culprit,
          .finder = rank,
          .mine = m_collective,
          .theirs = {},
          .detail = std::move(detail)});
}

void GroupState::failOutOfStep(int culprit, const CollectiveId& theirs)
{
    fail({.kind = Failure::Kind::OutOfStep,
          .culprit = culprit,
          .finder = rank,
          .mine = m_collective,
          .theirs = theirs,
          .detail = {}});
}

void GroupState::throwIfFailed() const
{
    if (!m_failure)
        return;
    const bool isBlamed = m_failure->kind != Failure::Kind::BrokenOff && m_failure->culprit < ranks;
    const Error error = ranks < worldSize ? toError(*m_failure, ranks) : toError(*m_failure);
    throw EngineError(exitCodeOf(*m_failure), error, isBlamed ? m_failure->culprit : -1);
}

void GroupState::stop()
{
    m_stopped = true;
    wakeLeader();
    m_changed.notifyAll();
    m_ended.notifyAll();
}

bool GroupState::waitForEnd(Clock::time_point until)
{
    return m_ended.waitUntil(
        mutex, until, [this]() LOCKSTEP_REQUIRES(mutex) { return m_stopped || m_failure.has_value(); });
}

void GroupState::stopLeading()
{
    m_leader = {};
    wakeFollowers();
}

void GroupState::follow(Clock::time_point until)
{
    ++m_followers;
    m_changed.waitUntil(mutex, until);
    --m_followers;
}

void GroupState::wakeFollowers()
{
    if (m_followers > 0)
        m_changed.notifyAll();
}

void GroupState::wakeLeader() const
{
    const std::uint64_t one = 1;
    [[maybe_unused]] const ssize_t written = ::write(m_wake.get(), &one, sizeof one);
}

void GroupState::takeWake() const
{
    std::uint64_t ignored = 0;
    [[maybe_unused]] const ssize_t read = ::read(m_wake.get(), &ignored, sizeof ignored);
}

} // namespace lockstep

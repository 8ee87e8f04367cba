// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/messenger.h"

#include "engine/core/error.h"
#include "engine/distributed/farewell.h"

#include <algorithm>
#include <exception>

namespace lockstep {

namespace {

constexpr std::chrono::milliseconds kLongestPeriod{250};

// The calling thread leads for as long as it lives, whatever is thrown meanwhile.
class Leadership {
public:
    explicit Leadership(GroupState& group) LOCKSTEP_REQUIRES(group.mutex) : m_group(group) { m_group.lead(); }
    // Whoever made it holds the mutex again when it ends, which clang cannot see.
    ~Leadership() LOCKSTEP_UNCHECKED_LOCKING { m_group.stopLeading(); }
    Leadership(const Leadership&) = delete;
    Leadership& operator=(const Leadership&) = delete;

private:
    GroupState& m_group;
};

bool isLostPatience(Failure::Kind kind)
{
    return kind == Failure::Kind::TimedOut || kind == Failure::Kind::Silent || kind == Failure::Kind::Circle;
}

} // namespace

// The kernel's patience with unacknowledged bytes is longer than all of ours: a peer that computes or saves
// for long closes its window, and Linux applies its limit to that as well.
Messenger::Messenger(int rank, std::vector<MeshLink> links, const MessengerOptions& options)
    : m_options(options), m_group(rank, static_cast<int>(links.size()), options.ranks),
      m_lastLook(Clock::now())
{
    const std::chrono::milliseconds patience = std::max(options.timeout, options.outside) + options.silence;
    const MutexLock lock(m_group.mutex);
    m_poller.addInterrupt(m_group.wakeDescriptor());
    for (MeshLink& link : links) {
        const auto peer = static_cast<int>(m_links.size());
        m_links.push_back(
            std::make_unique<PeerLink>(peer, std::move(link), options.early, patience, m_group.worldSize));
        if (m_links.back()->isOpen())
            m_poller.add(m_links.back()->socket().get(), static_cast<std::uint32_t>(peer));
    }
    m_background = std::thread([this] { runBackground(); });
}

Messenger::~Messenger()
{
    close();
    m_background.join();
}

// In order: everybody says Bye and reads until the others have. Closing with unread bytes would reset the
// connection and could destroy our own last message on its way.
void Messenger::close()
{
    const MutexLock lock(m_group.mutex);
    m_group.setClosing();
    if (!m_group.hasFailed()) {
        for (const auto& link : m_links)
            link->sayBye(m_group);
        const auto hasParted = [](const auto& link) { return link->hasParted(); };
        const Clock::time_point end = Clock::now() + m_options.linger;
        while (!m_group.hasFailed() && !std::all_of(m_links.begin(), m_links.end(), hasParted) &&
               Clock::now() < end)
            step(std::min(end, Clock::now() + std::chrono::milliseconds(20)), {});
        for (const auto& link : m_links)
            if (link->socket())
                link->socket().finishSending();
    }
    m_group.stop();
}

void Messenger::throwIfEnded() const
{
    m_group.throwIfFailed();
    LOCKSTEP_CHECK(!m_group.isClosing());
}

void Messenger::throwIfFailed() const
{
    const MutexLock lock(m_group.mutex);
    m_group.throwIfFailed();
}

PeerLink& Messenger::link(int rank)
{
    return *m_links.at(static_cast<std::size_t>(rank));
}

void Messenger::begin(const CollectiveId& collective)
{
    const MutexLock lock(m_group.mutex);
    throwIfEnded();
    m_group.begin(collective);
    for (const auto& link : m_links)
        link->checkArrived(m_group);
    throwIfEnded();
}

void Messenger::end()
{
    const MutexLock lock(m_group.mutex);
    m_group.end();
}

void Messenger::send(Completions& owner, int to, std::uint64_t slot, std::span<const char> data)
{
    const MutexLock lock(m_group.mutex);
    throwIfEnded();
    link(to).send(m_group, owner, slot, data);
    throwIfEnded();
}

void Messenger::receive(Completions& owner, int from, std::uint64_t slot, std::span<char> data)
{
    const MutexLock lock(m_group.mutex);
    throwIfEnded();
    link(from).receive(m_group, owner, slot, data);
    throwIfEnded();
}

int Messenger::wait(Completions& owner, Direction direction)
{
    const MutexLock lock(m_group.mutex);
    Operations& operations = owner.of(direction);
    if (operations.done.empty())
        waitUntilDone(operations);
    if (operations.done.empty())
        throwIfEnded();
    const int peer = operations.done.front();
    operations.done.pop_front();
    return peer;
}

void Messenger::waitUntilDone(Operations& operations)
{
    throwIfEnded();
    LOCKSTEP_CHECK(!operations.pending.empty());
    const Goal goal{&operations.done};
    const Clock::time_point start = Clock::now();
    const int oldest = operations.pending.front();
    m_waitingOn = oldest;
    while (!goal.reached() && !m_group.hasFailed() && !m_group.isClosing()) {
        const Clock::time_point until = checkPatience(oldest, start);
        if (!m_group.hasFailed())
            step(until, goal);
    }
    m_waitingOn = -1;
    // Of several peers that were waited for, the one that came first is who this wait was for.
    link(goal.reached() ? operations.done.front() : oldest).bookWait(Clock::now() - start);
}

// When to look again. The group fails when patience with whom `peer` waits for in the end is over.
Messenger::Clock::time_point Messenger::checkPatience(int peer, Clock::time_point start)
{
    if (!m_awaitedSince)
        return Clock::now() + m_options.heartbeat;
    const Clock::time_point since = std::max({start, m_group.lastMoved(), *m_awaitedSince});
    if (Clock::now() < since + m_options.timeout)
        return since + m_options.timeout;
    std::vector<PeerReport> reports;
    for (const auto& link : m_links)
        reports.push_back(link->report());
    const WaitChain chain(m_group.rank, peer, reports);
    const WaitLimits limits{m_options.timeout, m_options.outside};
    const Clock::time_point deadline = chain.deadline(since, limits);
    if (Clock::now() < deadline)
        return std::min(deadline, Clock::now() + m_options.heartbeat); // beats change the chain
    if (chain.isCircle())
        m_group.fail(Failure::Kind::Circle, -1, chain.toString());
    else
        m_group.fail(Failure::Kind::TimedOut, chain.end(), decimalSeconds(chain.limit(limits)));
    return deadline;
}

// One unit of progress. One thread leads: it does the network's work for all; the others wait for it.
void Messenger::step(Clock::time_point until, const Goal& goal)
{
    if (m_group.isLed())
        return m_group.follow(until);
    const Leadership leading(m_group);
    for (const auto& link : m_links) {
        if (m_group.hasFailed() || goal.reached())
            return;
        link->flush(m_group);
        if (link->hasInput())
            link->pump(m_group, goal);
    }
    if (!m_group.hasFailed() && !goal.reached())
        waitForEvents(until);
}

void Messenger::waitForEvents(Clock::time_point until)
{
    const bool hasMore =
        std::any_of(m_links.begin(), m_links.end(), [](const auto& link) { return link->mayRead(); });
    Poller::Events buffer;
    std::span<const Poller::Event> events;
    {
        const MutexUnlock unlocked(m_group.mutex);
        events = m_poller.wait(buffer, hasMore ? Clock::now() : until);
    }
    for (const Poller::Event& event : events) {
        if (event.number == Poller::kInterrupt)
            m_group.takeWake();
        else
            m_links[event.number]->noteEvents(m_group, event.flags);
    }
}

void Messenger::cancel(Completions& owner)
{
    const MutexLock lock(m_group.mutex);
    if (owner.sends.pending.empty() && owner.receives.pending.empty())
        return;
    m_group.fail(Failure::Kind::Broke, m_group.rank, LOCKSTEP_TEXT("its collective was left half-way"));
    while (isInUse(owner))
        m_group.follow(Clock::now() + kLongestPeriod);
    for (const auto& link : m_links)
        link->forget(owner);
}

bool Messenger::isInUse(const Completions& owner) const
{
    return std::any_of(m_links.begin(), m_links.end(), [&](const auto& link) { return link->uses(owner); });
}

void Messenger::setActivity(Activity activity)
{
    const MutexLock lock(m_group.mutex);
    m_activity = activity;
}

void Messenger::abort(const std::string& reason)
{
    const MutexLock lock(m_group.mutex);
    if (!m_group.isClosing())
        m_group.fail(Failure::Kind::Aborted, m_group.rank, reason);
}

void Messenger::fail(const Failure& failure)
{
    const MutexLock lock(m_group.mutex);
    if (!m_group.isClosing())
        m_group.fail(failure);
}

std::optional<Failure> Messenger::failure() const
{
    const MutexLock lock(m_group.mutex);
    return m_group.failure();
}

void Messenger::setAwaited(bool isAwaited)
{
    const MutexLock lock(m_group.mutex);
    if (isAwaited == m_awaitedSince.has_value())
        return;
    m_awaitedSince = isAwaited ? std::optional(Clock::now()) : std::nullopt;
}

void Messenger::breakOff()
{
    const MutexLock lock(m_group.mutex);
    if (!m_group.isClosing())
        m_group.fail(Failure::Kind::BrokenOff, m_group.rank);
}

void Messenger::collectiveFailed(const std::string& reason)
{
    const MutexLock lock(m_group.mutex);
    m_group.fail(Failure::Kind::Broke, m_group.rank, reason);
}

std::vector<PeerTraffic> Messenger::traffic() const
{
    const MutexLock lock(m_group.mutex);
    std::vector<PeerTraffic> traffic;
    for (const auto& link : m_links)
        if (link->state() != PeerLink::State::Absent)
            traffic.push_back(link->traffic());
    return traffic;
}

std::vector<RankStanding> Messenger::standings() const
{
    const MutexLock lock(m_group.mutex);
    const std::optional<Failure>& failure = m_group.failure();
    if (!failure || failure->finder != m_group.rank || !isLostPatience(failure->kind))
        return {};
    std::vector<RankStanding> standings;
    for (const auto& link : m_links) {
        RankStanding standing{.rank = link->rank(), .collective = m_group.collective()};
        standing.waitingOn = failure->culprit;
        if (link->rank() != m_group.rank) {
            const Beat& beat = link->report().beat();
            standing.collective = beat.collective;
            standing.activity = beat.activity;
            standing.waitingOn = beat.waitingOn;
            standing.silentSeconds =
                std::chrono::duration<double>(Clock::now() - link->lastReceived()).count();
        }
        standings.push_back(standing);
    }
    return standings;
}

void Messenger::runBackground()
{
    const MutexLock lock(m_group.mutex);
    const auto period = std::min<std::chrono::milliseconds>(m_options.heartbeat / 2, kLongestPeriod);
    try {
        while (!m_group.waitForEnd(Clock::now() + period)) {
            if (!m_group.isLed())
                step(Clock::now(), {});
            lookAfterLinks();
        }
    } catch (const std::exception& error) {
        m_group.fail(Failure::Kind::Broke, m_group.rank, error.what());
    }
    if (m_group.hasFailed())
        sayFarewells();
}

void Messenger::lookAfterLinks()
{
    const Clock::time_point now = Clock::now();
    // We ourselves were stopped or starved: what the peers sent meanwhile is still to be read.
    const bool wasAway = now - m_lastLook > m_options.silence / 2;
    m_lastLook = now;
    const Beat beat{m_group.collective(), m_activity, m_waitingOn, m_group.moved()};
    for (const auto& link : m_links) {
        if (m_group.hasFailed())
            return;
        if (wasAway)
            link->forgiveSilence(now);
        link->beat(m_group, beat, now, m_options.heartbeat);
        link->checkSilence(m_group, now, m_options.silence);
    }
}

// On the background thread, which owns the sockets once no other thread is inside a system call.
void Messenger::sayFarewells()
{
    const auto isBusy = [](const auto& link) { return link->isBusy(); };
    while (std::any_of(m_links.begin(), m_links.end(), isBusy))
        m_group.follow(Clock::now() + kLongestPeriod);
    const Failure& failure = *m_group.failure();
    const std::string reason = encode(failure);
    FrameHeader header = makeHeader(FrameHeader::Type::Fail, m_group.collective());
    header.length = reason.size();
    const std::string words = std::string(reinterpret_cast<const char*>(&header), sizeof header) + reason;
    std::vector<Farewell> farewells;
    for (const auto& link : m_links)
        if (link->socket())
            farewells.push_back({link->socket().get(), link->lastWords(words),
                                 failure.kind == Failure::Kind::Silent && failure.culprit == link->rank()});
    const MutexUnlock unlocked(m_group.mutex);
    sayFarewell(std::move(farewells));
}

} // namespace lockstep

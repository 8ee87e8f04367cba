// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/mesh.h"

#include "engine/core/error.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>

namespace lockstep {

namespace {

constexpr int kPollMilliseconds = 20;
constexpr int kAcceptsPerRound = 64; // so that a flood of strangers cannot keep us from our own connections
constexpr std::chrono::milliseconds kFirstPause{20};
constexpr std::chrono::milliseconds kLongestPause{500};

std::chrono::steady_clock::duration seconds(double value)
{
    return std::chrono::duration_cast<std::chrono::steady_clock::duration>(
        std::chrono::duration<double>(value));
}

} // namespace

MeshBuilder::MeshBuilder(const MeshOptions& options, MeshStatistics& statistics)
    : m_options(options), m_statistics(statistics), m_start(Clock::now()),
      m_end(m_start + seconds(options.deadlineSeconds)), m_members(options.members.size())
{
    LOCKSTEP_CHECK(options.self >= 0 && static_cast<std::size_t>(options.self) < options.members.size());
    LOCKSTEP_CHECK(options.maxPending > 0);
    if (options.listenDescriptor >= 0)
        ::fcntl(options.listenDescriptor, F_SETFL, ::fcntl(options.listenDescriptor, F_GETFL) | O_NONBLOCK);
}

std::vector<MeshLink> MeshBuilder::build()
{
    while (true) {
        const Clock::time_point now = Clock::now();
        if (isComplete())
            break;
        if (now >= m_end || isHopeless(now))
            giveUp();
        connectMissing(now);
        announceReady();
        pollOnce();
    }
    std::vector<MeshLink> links;
    for (Member& member : m_members) {
        links.emplace_back(std::move(member.socket));
        if (m_options.seals && member.proof)
            links.back().keys = member.proof->keys(member.side);
    }
    return links;
}

bool MeshBuilder::takesPart(int number) const
{
    return number != m_options.self && m_options.members[static_cast<std::size_t>(number)].port != 0;
}

bool MeshBuilder::isComplete() const
{
    for (int i = 0; i < static_cast<int>(m_members.size()); ++i) {
        const Member& member = m_members[static_cast<std::size_t>(i)];
        if (takesPart(i) && !(member.proof && member.readySent && member.ready))
            return false;
    }
    return true;
}

// A member that had proven itself and is gone has probably ended: a lost link would be made anew at once.
bool MeshBuilder::isHopeless(Clock::time_point now) const
{
    return std::any_of(m_members.begin(), m_members.end(), [&](const Member& member) {
        return member.leftAt && now - *member.leftAt > seconds(m_options.handshakeSeconds);
    });
}

void MeshBuilder::connectMissing(Clock::time_point now)
{
    for (int i = 0; i < m_options.self; ++i) {
        Member& member = m_members[static_cast<std::size_t>(i)];
        if (!takesPart(i) || member.proof || member.trying || now < member.nextTry)
            continue;
        member.trying = true;
        Descriptor socket =
            startConnecting(m_options.members[static_cast<std::size_t>(i)], m_options.segmentBytes);
        const std::string refusal = socket ? "" : std::strerror(errno);
        m_handshakes.emplace_back(m_options, i, std::move(socket), now + seconds(m_options.handshakeSeconds));
        if (!refusal.empty()) {
            member.seen = refusal;
            drop(std::prev(m_handshakes.end()));
        }
    }
}

// All-or-nothing: a member may leave only when every other one has said, on a link that stands, that its own
// mesh stands. Without this round one could leave while another's last proof got lost, and refuse its next
// attempt.
void MeshBuilder::announceReady()
{
    for (int i = 0; i < static_cast<int>(m_members.size()); ++i)
        if (takesPart(i) && !m_members[static_cast<std::size_t>(i)].proof)
            return;
    for (int i = 0; i < static_cast<int>(m_members.size()); ++i) {
        Member& member = m_members[static_cast<std::size_t>(i)];
        if (!takesPart(i) || member.readySent)
            continue;
        const VoteBytes bytes = member.proof->sign({MeshVote::Ready, 0}, member.side);
        if (::send(member.socket.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT) ==
            static_cast<ssize_t>(bytes.size()))
            member.readySent = true;
        else
            return unlink(i, std::strerror(errno));
    }
}

void MeshBuilder::pollOnce()
{
    std::vector<pollfd> polled;
    polled.push_back({m_options.listenDescriptor, POLLIN, 0}); // poll() skips negative descriptors
    polled.push_back({m_options.cancelDescriptor, POLLIN, 0});
    const std::size_t membersAt = polled.size();
    for (const Member& member : m_members)
        polled.push_back({member.ready ? -1 : member.socket.get(), POLLIN, 0});
    std::vector<Handshakes::iterator> waiting;
    for (auto i = m_handshakes.begin(); i != m_handshakes.end(); ++i) {
        waiting.push_back(i);
        polled.push_back({i->descriptor(), i->events(), 0});
    }
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(m_end - Clock::now()).count();
    const int timeout = isComplete() ? 0 : static_cast<int>(std::clamp<long>(left, 0, kPollMilliseconds));
    if (::poll(polled.data(), polled.size(), timeout) < 0 && errno != EINTR)
        throw EngineError(
            ExitCode::Failure,
            {LOCKSTEP_TEXT("Cannot wait for network connections: %1."), {std::strerror(errno)}, {}});
    if (polled[1].revents != 0)
        throwCancelled();
    for (std::size_t i = 0; i < m_members.size(); ++i)
        if (polled[membersAt + i].revents != 0)
            readVote(static_cast<int>(i));
    const Clock::time_point now = Clock::now();
    for (std::size_t i = 0; i < waiting.size(); ++i) {
        if (polled[membersAt + m_members.size() + i].revents != 0)
            advance(waiting[i]);
        else if (now > waiting[i]->until())
            drop(waiting[i]);
    }
    if (polled[0].revents != 0)
        acceptMany();
}

void MeshBuilder::advance(Handshakes::iterator handshake)
{
    switch (handshake->advance()) {
    case Handshake::Outcome::Pending:
        if (Clock::now() > handshake->until())
            drop(handshake);
        break;
    case Handshake::Outcome::Refused:
        drop(handshake);
        break;
    case Handshake::Outcome::Proven:
        if (!handshake->settingsAgree())
            throwDiffers(handshake->peer());
        link(*handshake);
        m_handshakes.erase(handshake);
        break;
    }
}

void MeshBuilder::drop(Handshakes::iterator handshake)
{
    if (handshake->side() == Side::Connector) {
        Member& member = m_members[static_cast<std::size_t>(handshake->peer())];
        member.trying = false;
        member.nextTry = Clock::now() + member.pause;
        member.pause = std::min(kLongestPause, member.pause * 2);
        if (!handshake->reason().empty())
            member.seen = handshake->reason();
        else if (member.seen.empty())
            member.seen = LOCKSTEP_TEXT("it does not answer");
        ++m_statistics.retries;
    } else {
        ++m_statistics.strangers;
    }
    m_handshakes.erase(handshake);
}

// A second proven connection from the same member replaces the first: the member gave up on that one.
void MeshBuilder::link(Handshake& handshake)
{
    Member& member = m_members[static_cast<std::size_t>(handshake.peer())];
    member.trying = false;
    member.pause = kFirstPause;
    member.proof = handshake.proof();
    member.side = handshake.side();
    member.socket = handshake.takeSocket();
    member.readySent = member.ready = false;
    member.received = 0;
    member.leftAt.reset();
    prepareForMessages(member.socket.get());
}

void MeshBuilder::unlink(int number, std::string seen)
{
    Member& member = m_members[static_cast<std::size_t>(number)];
    member.socket.reset();
    member.proof.reset();
    member.readySent = member.ready = false;
    member.nextTry = Clock::now() + member.pause;
    member.leftAt = Clock::now();
    member.seen = std::move(seen);
}

// Reads at most one vote: what follows on this socket belongs to whoever gets it from us.
void MeshBuilder::readVote(int number)
{
    Member& member = m_members[static_cast<std::size_t>(number)];
    const ssize_t count = ::recv(member.socket.get(), member.in.data() + member.received,
                                 member.in.size() - member.received, MSG_DONTWAIT);
    if (count < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (count <= 0)
        return unlink(number, count == 0 ? LOCKSTEP_TEXT("it left again") : std::strerror(errno));
    member.received += static_cast<std::size_t>(count);
    if (member.received < member.in.size())
        return;
    const Side theirs = member.side == Side::Connector ? Side::Acceptor : Side::Connector;
    const std::optional<MeshVote> vote = member.proof->open(member.in, theirs);
    if (!vote)
        return unlink(number, LOCKSTEP_TEXT("its message was damaged on the way"));
    if (vote->kind == MeshVote::Ready) {
        member.ready = true;
        return;
    }
    throwTheirVote(number, *vote);
}

void MeshBuilder::acceptMany()
{
    for (int i = 0; i < kAcceptsPerRound; ++i) {
        Descriptor socket(
            ::accept4(m_options.listenDescriptor, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
        if (!socket) {
            if (errno == EMFILE || errno == ENFILE)
                makeRoom();
            return;
        }
        const auto pending = std::count_if(m_handshakes.begin(), m_handshakes.end(),
                                           [](const Handshake& h) { return h.side() == Side::Acceptor; });
        if (static_cast<std::size_t>(pending) >= m_options.maxPending)
            makeRoom();
        m_handshakes.emplace_back(m_options, std::move(socket),
                                  Clock::now() + seconds(m_options.handshakeSeconds));
    }
}

// The oldest that has not said who it is goes first, else the oldest. One of ours that is hit tries again.
void MeshBuilder::makeRoom()
{
    auto victim = m_handshakes.end();
    for (auto i = m_handshakes.begin(); i != m_handshakes.end(); ++i) {
        if (i->side() == Side::Connector)
            continue;
        if (victim == m_handshakes.end() || (victim->peer() >= 0 && i->peer() < 0))
            victim = i;
    }
    if (victim != m_handshakes.end())
        drop(victim);
}

std::vector<MeshLink> connectMesh(const MeshOptions& options, MeshStatistics* statistics)
{
    MeshStatistics unused;
    return MeshBuilder(options, statistics ? *statistics : unused).build();
}

} // namespace lockstep

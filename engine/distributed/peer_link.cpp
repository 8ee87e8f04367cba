// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/peer_link.h"

#include "engine/core/error.h"

#include <cstring>
#include <sys/epoll.h>

namespace lockstep {

PeerLink::PeerLink(int rank, MeshLink link, const Mailbox::Limits& limits, std::chrono::milliseconds patience,
                   int worldSize)
    : m_rank(rank), m_state(link.socket ? State::Open : State::Absent),
      m_socket(link.socket ? LinkSocket(std::move(link), patience) : LinkSocket()), m_receiver(worldSize),
      m_mailbox(limits), m_lastReceived(Clock::now()), m_lastSent(m_lastReceived)
{
    m_traffic.rank = rank;
}

PeerTraffic PeerLink::traffic() const
{
    PeerTraffic traffic = m_traffic;
    if (m_socket)
        traffic.sending = m_socket.sending();
    return traffic;
}

void PeerLink::send(GroupState& group, Completions& owner, std::uint64_t slot, std::span<const char> data)
{
    LOCKSTEP_CHECK(m_state != State::Absent);
    if (m_state == State::Closed || m_state == State::PeerLeft)
        return group.fail(Failure::Kind::Left, m_rank);
    FrameHeader header = makeHeader(FrameHeader::Type::Data, group.collective());
    header.slot = slot;
    header.length = data.size();
    owner.sends.pending.push_back(m_rank);
    m_outbox.pushMessage(header, data, owner);
    flush(group);
}

void PeerLink::receive(GroupState& group, Completions& owner, std::uint64_t slot, std::span<char> data)
{
    LOCKSTEP_CHECK(m_state != State::Absent);
    const ReceiveOperation operation{&owner, slot, data.data(), data.size()};
    const FrameHeader* const kept = m_mailbox.hasPosted() ? nullptr : m_mailbox.firstKept();
    if (kept) {
        if (!(kept->collective() == group.collective()))
            return group.failOutOfStep(m_rank, kept->collective());
        if (!Mailbox::fits(*kept, operation))
            return failMisfit(group);
        m_mailbox.take(operation);
        owner.receives.pending.push_back(m_rank);
        return group.completed(owner, Direction::Receive, m_rank);
    }
    if (m_state == State::Closed || (m_state == State::PeerLeft && !isStalled()))
        return group.fail(Failure::Kind::Left, m_rank);
    owner.receives.pending.push_back(m_rank);
    m_mailbox.post(operation);
    if (isStalled() && place(group)) {
        m_lastReceived = Clock::now();
        if (group.isLed())
            group.wakeLeader();
    }
}

void PeerLink::checkArrived(GroupState& group)
{
    if (const FrameHeader* const kept = m_mailbox.firstKept())
        checkStep(group, *kept);
    if (isStalled())
        checkStep(group, m_receiver.header());
}

bool PeerLink::uses(const Completions& owner) const
{
    return (m_socket.isReading() && m_mailbox.isFillingFor(owner)) ||
           (m_socket.isWriting() && m_outbox.isSendingFor(owner));
}

void PeerLink::forget(const Completions& owner)
{
    m_mailbox.forget(owner);
    m_outbox.forget(owner);
}

void PeerLink::noteEvents(GroupState& group, std::uint32_t flags)
{
    m_socket.noteEvents(flags);
    // Nobody reads a stalled link, so its end must be seen here.
    if ((flags & EPOLLERR) != 0 && isStalled())
        lose(group, Failure::Kind::Closed, {});
}

bool PeerLink::hasInput() const
{
    return isOpen() && !isStalled() && (m_socket.canRead() || m_receiver.hasStaged());
}

void PeerLink::flush(GroupState& group)
{
    if (m_socket.isWriting())
        return;
    while ((!m_outbox.empty() || m_socket.holdsBack()) && m_socket.canWrite() && isOpen() &&
           m_state != State::SendBroken && !group.hasFailed()) {
        Outbox::Parts parts;
        const auto remains = m_outbox.empty() ? std::span<iovec>() : m_outbox.remains(parts);
        const LinkSocket::Result result = m_socket.write(remains, group.mutex);
        if (result.kind == LinkSocket::Result::Moved) {
            m_lastSent = Clock::now();
            if (result.bytes > 0)
                noteSent(group, result.bytes);
        } else if (result.kind == LinkSocket::Result::Failed && !group.hasFailed()) {
            sendFailed(group, result.error);
        }
    }
    group.wakeFollowers();
}

void PeerLink::noteSent(GroupState& group, std::size_t bytes)
{
    const Outbox::Progress progress = m_outbox.advance(bytes);
    m_traffic.bytesSent += static_cast<std::int64_t>(bytes);
    if (progress.isMessage)
        group.noteMoved(bytes);
    if (progress.sent && !group.hasFailed())
        group.completed(*progress.sent, Direction::Send, m_rank);
}

void PeerLink::sendFailed(GroupState& group, int error)
{
    // Nobody reads a stalled link, and who has left sends no reason.
    if (isStalled() || m_state == State::PeerLeft)
        return lose(group, Failure::Kind::Broken, std::strerror(error));
    // The peer's reason may lie unread in our socket: the read side looks there first, then reports this.
    m_state = State::SendBroken;
    m_sendError = std::strerror(error);
    m_socket.expectInput();
    group.wakeLeader();
}

void PeerLink::pump(GroupState& group, const Goal& goal)
{
    while (!group.hasFailed() && isOpen() && !isStalled()) {
        const FrameReceiver::Event event = m_receiver.advance();
        const bool goesOn =
            event == FrameReceiver::Event::NeedsBytes ? readMore(group) : handle(group, event);
        if (const std::uint64_t bytes = m_receiver.payloadBytes(); bytes != m_payloadCounted) {
            group.noteMoved(bytes - m_payloadCounted);
            m_payloadCounted = bytes;
        }
        if (!goesOn || goal.reached())
            return;
    }
}

// False: nothing came.
bool PeerLink::readMore(GroupState& group)
{
    if (!m_socket.canRead())
        return false;
    FrameReceiver::Parts parts;
    const LinkSocket::Result result = m_socket.read(m_receiver.room(parts), group.mutex);
    if (group.hasFailed()) {
        group.wakeFollowers(); // one of them may wait for the end of this call
        return false;
    }
    switch (result.kind) {
    case LinkSocket::Result::Moved:
        m_receiver.received(result.bytes);
        m_traffic.bytesReceived += static_cast<std::int64_t>(result.bytes);
        m_lastReceived = Clock::now();
        return true;
    case LinkSocket::Result::Blocked:
        if (m_state == State::SendBroken)
            lose(group, Failure::Kind::Broken, m_sendError);
        return false;
    case LinkSocket::Result::Ended:
        lose(group, Failure::Kind::Closed, {});
        return false;
    case LinkSocket::Result::Failed:
        lose(group, Failure::Kind::Broken, std::strerror(result.error));
        return false;
    case LinkSocket::Result::Forged:
        group.fail(Failure::Kind::Forged, m_rank, std::to_string(m_socket.opened()));
        return false;
    }
    return false;
}

bool PeerLink::handle(GroupState& group, FrameReceiver::Event event)
{
    switch (event) {
    case FrameReceiver::Event::Control:
        return handleControl(group);
    case FrameReceiver::Event::Message:
        return checkStep(group, m_receiver.header()) && place(group);
    case FrameReceiver::Event::Arrived:
        return arrived(group);
    default:
        group.fail(Failure::Kind::BadFrame, m_rank, m_receiver.damage());
        return false;
    }
}

bool PeerLink::handleControl(GroupState& group)
{
    switch (m_receiver.header().type) {
    case FrameHeader::Type::Fail:
        if (std::optional<Failure> failure = parseFailure(m_receiver.text(), group.worldSize))
            group.fail(std::move(*failure));
        else
            group.fail(Failure::Kind::BadFrame, m_rank, LOCKSTEP_TEXT("a reason that cannot be read"));
        return false;
    case FrameHeader::Type::Bye:
        m_state = State::PeerLeft;
        group.wakeFollowers();
        if (m_mailbox.hasPosted())
            group.fail(Failure::Kind::Left, m_rank);
        return true;
    default:
        handleBeat(group);
        return true;
    }
}

// Messages and beats keep their order: when a beat says that its sender is past our collective, or waits in
// another one, then what we still expect from it will never come.
void PeerLink::handleBeat(GroupState& group)
{
    const Beat beat = beatOf(m_receiver.header());
    m_report.update(beat, Clock::now());
    const CollectiveId& mine = group.collective();
    const CollectiveId& theirs = beat.collective;
    const bool bothInside = theirs.kind != CollectiveKind::None && mine.kind != CollectiveKind::None;
    const bool differs = bothInside && theirs.sequence == mine.sequence && !(theirs == mine);
    const auto ahead = static_cast<std::int32_t>(theirs.sequence - mine.sequence);
    const bool isPast = ahead > 0 || (ahead == 0 && theirs.kind == CollectiveKind::None);
    if (differs || (isPast && m_mailbox.hasPosted()))
        group.failOutOfStep(m_rank, theirs);
}

// A message of the collective that we are in must agree with it in every respect; one of an earlier
// collective can only come from a rank that runs another program; one of a later collective waits, unless
// this link still owes us something now.
bool PeerLink::checkStep(GroupState& group, const FrameHeader& header)
{
    const CollectiveId& mine = group.collective();
    const bool sameCall = header.sequence == mine.sequence && mine.kind != CollectiveKind::None;
    const bool isAhead = static_cast<std::int32_t>(header.sequence - mine.sequence) > 0;
    if (sameCall ? header.collective() == mine : isAhead && !m_mailbox.hasPosted())
        return true;
    group.failOutOfStep(m_rank, header.collective());
    return false;
}

// False: it stays in the kernel, which holds the peer back, or the group has failed.
bool PeerLink::place(GroupState& group)
{
    const FrameHeader& header = m_receiver.header();
    if (m_mailbox.hasPosted()) {
        if (!checkStep(group, header))
            return false;
        if (!m_mailbox.fitsPosted(header)) {
            failMisfit(group);
            return false;
        }
    }
    const std::optional<char*> destination = m_mailbox.place(header);
    if (destination)
        m_receiver.place(*destination);
    return destination.has_value();
}

bool PeerLink::arrived(GroupState& group)
{
    const FrameHeader& header = m_receiver.header();
    // A receive may have been posted while the message was on its way aside.
    if (!m_mailbox.isFilling() && m_mailbox.hasPosted()) {
        if (!checkStep(group, header))
            return false;
        if (!m_mailbox.fitsPosted(header)) {
            failMisfit(group);
            return false;
        }
    }
    if (Completions* const owner = m_mailbox.arrived(header))
        group.completed(*owner, Direction::Receive, m_rank);
    return true;
}

void PeerLink::failMisfit(GroupState& group)
{
    group.fail(Failure::Kind::BadFrame, m_rank, LOCKSTEP_TEXT("a message of another length or place"));
}

void PeerLink::lose(GroupState& group, Failure::Kind kind, std::string detail)
{
    if (!isOpen())
        return;
    const bool hadLeft = m_state == State::PeerLeft;
    m_state = State::Closed;
    m_socket.giveUp();
    const bool owesUs = m_mailbox.hasPosted() || m_receiver.state() == FrameReceiver::State::Payload;
    if (!hadLeft && !group.isClosing())
        group.fail(kind, m_rank, std::move(detail));
    else if (owesUs || m_outbox.holdsMessages())
        group.fail(Failure::Kind::Left, m_rank);
    group.wakeFollowers();
}

void PeerLink::beat(GroupState& group, const Beat& beat, Clock::time_point now,
                    std::chrono::milliseconds interval)
{
    if (!isOpen() || now - m_lastSent < interval || !m_outbox.empty() || m_socket.isWriting() ||
        m_socket.holdsBack())
        return;
    m_outbox.pushControl(makeHeader(beat));
    m_lastSent = now;
    flush(group);
}

void PeerLink::checkSilence(GroupState& group, Clock::time_point now, std::chrono::milliseconds limit)
{
    if (!isOpen() || isStalled() || m_state == State::PeerLeft || now - m_lastReceived <= limit)
        return;
    // A thread that is busy with other links may not have come round to this one: silent is only an empty
    // socket.
    if (m_socket.unread() > 0) {
        m_lastReceived = now;
        return m_socket.expectInput();
    }
    group.fail(Failure::Kind::Silent, m_rank, decimalSeconds(now - m_lastReceived));
}

void PeerLink::sayBye(GroupState& group)
{
    if (!isOpen())
        return;
    m_outbox.pushControl(makeHeader(FrameHeader::Type::Bye, group.collective()));
    flush(group);
}

bool PeerLink::hasParted() const
{
    return !isOpen() || (m_outbox.empty() && !m_socket.holdsBack() && m_state == State::PeerLeft);
}

std::string PeerLink::lastWords(std::string_view words)
{
    std::optional<std::string> rest = m_outbox.takeHalfSent();
    return rest ? m_socket.sealed(std::move(rest->append(words))) : std::string();
}

} // namespace lockstep

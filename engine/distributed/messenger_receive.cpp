// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/messenger.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <sys/uio.h>

namespace lockstep {

long Messenger::readInto(PeerLink& link, Lock& lock, std::span<iovec> parts)
{
    std::size_t wanted = 0;
    for (const iovec& part : parts)
        wanted += part.iov_len;
    link.readingNow = true;
    lock.unlock();
    ssize_t count = 0;
    do {
        count = ::readv(link.socket.get(), parts.data(), static_cast<int>(parts.size()));
    } while (count < 0 && errno == EINTR);
    const int error = errno;
    lock.lock();
    link.readingNow = false;
    if (m_failure) {
        m_changed.notify_all();
        return -1;
    }
    if (count > 0) {
        link.traffic.bytesReceived += count;
        link.lastReceived = Clock::now();
        if (static_cast<std::size_t>(count) < wanted && !link.hungUp)
            link.canRead = false; // drained; whatever comes later makes a new edge
        return count;
    }
    if (count < 0 && error == EAGAIN) {
        link.canRead = false;
        if (!link.sendError.empty())
            lost(link, Failure::Kind::Broken, link.sendError, lock);
        return -1;
    }
    if (count == 0)
        lost(link, Failure::Kind::Closed, {}, lock);
    else
        lost(link, Failure::Kind::Broken, std::strerror(error), lock);
    return -1;
}

void Messenger::pump(PeerLink& link, Lock& lock, const Goal& goal)
{
    while (!m_failure && !link.closed && !link.stalled) {
        if (!(link.inBody ? readBody(link, lock) : readHeader(link, lock)))
            return;
        if (goal.reached())
            return;
    }
}

// The payload goes straight to its receive; the same call reads ahead, so the next header usually costs
// nothing.
bool Messenger::readBody(PeerLink& link, Lock& lock)
{
    std::size_t left = link.header.length - link.received;
    const std::size_t ahead = std::min(left, link.staged());
    if (ahead > 0) {
        std::memcpy(link.destination + link.received, link.stage.data() + link.stageBegin, ahead);
        link.stageBegin += ahead;
        link.received += ahead;
        left -= ahead;
        m_moved += ahead;
        m_lastMoved = Clock::now();
    }
    if (left == 0) {
        finishBody(link, lock);
        return true;
    }
    if (!link.canRead)
        return false;
    link.stageBegin = link.stageEnd = 0;
    iovec parts[2] = {{link.destination + link.received, left}, {link.stage.data(), link.stage.size()}};
    const long count = readInto(link, lock, parts);
    if (count < 0)
        return false;
    const std::size_t body = std::min(static_cast<std::size_t>(count), left);
    link.received += body;
    m_moved += body;
    link.stageEnd = static_cast<std::size_t>(count) - body;
    m_lastMoved = link.lastReceived;
    return true;
}

bool Messenger::fillStage(PeerLink& link, Lock& lock, std::size_t wanted)
{
    while (link.staged() < wanted) {
        if (!link.canRead)
            return false;
        std::memmove(link.stage.data(), link.stage.data() + link.stageBegin, link.staged());
        link.stageEnd = link.staged();
        link.stageBegin = 0;
        iovec part{link.stage.data() + link.stageEnd, link.stage.size() - link.stageEnd};
        const long count = readInto(link, lock, {&part, 1});
        if (count < 0)
            return false;
        link.stageEnd += static_cast<std::size_t>(count);
    }
    return true;
}

bool Messenger::readHeader(PeerLink& link, Lock& lock)
{
    if (!fillStage(link, lock, sizeof(FrameHeader)))
        return false;
    std::memcpy(&link.header, link.stage.data() + link.stageBegin, sizeof(FrameHeader));
    if (const std::string wrong = whatIsWrong(link.header, worldSize()); !wrong.empty()) {
        failPeer(Failure::Kind::BadFrame, link.rank, wrong, lock);
        return false;
    }
    if (link.header.type != FrameType::Data)
        return handleControl(link, lock);
    link.stageBegin += sizeof(FrameHeader);
    return checkStep(link, link.header, lock) && place(link, lock);
}

bool Messenger::handleControl(PeerLink& link, Lock& lock)
{
    const std::size_t payload = link.header.length;
    if (!fillStage(link, lock, sizeof(FrameHeader) + payload))
        return false;
    const std::string_view text(link.stage.data() + link.stageBegin + sizeof(FrameHeader), payload);
    if (link.header.type == FrameType::Fail) {
        if (std::optional<Failure> failure = parseFailure(text, worldSize()))
            fail(std::move(*failure), lock);
        else
            failPeer(Failure::Kind::BadFrame, link.rank, LOCKSTEP_TEXT("a reason that cannot be read"), lock);
        return false;
    }
    link.stageBegin += sizeof(FrameHeader) + payload;
    if (link.header.type == FrameType::Bye) {
        link.saidBye = true;
        m_changed.notify_all();
        if (!link.posted.empty())
            failPeer(Failure::Kind::Left, link.rank, {}, lock);
    } else {
        checkBeat(link, lock);
    }
    return true;
}

// A message of the collective that we are in must agree with it in every respect; one of an earlier
// collective can only come from a rank that runs another program; one of a later collective waits, unless
// this link still owes us something now.
bool Messenger::checkStep(PeerLink& link, const FrameHeader& header, Lock& lock)
{
    const bool sameCall = header.sequence == m_current.sequence && m_current.kind != CollectiveKind::None;
    const bool isAhead = static_cast<std::int32_t>(header.sequence - m_current.sequence) > 0;
    if (sameCall ? header.collective() == m_current : isAhead && link.posted.empty())
        return true;
    failOutOfStep(link, header.collective(), lock);
    return false;
}

// Messages and beats keep their order: when a beat says that its sender is past our collective, or waits in
// another one, then what we still expect from it will never come.
void Messenger::checkBeat(PeerLink& link, Lock& lock)
{
    link.report.update(beatOf(link.header), Clock::now());
    const CollectiveId theirs = link.header.collective();
    const bool bothInside = theirs.kind != CollectiveKind::None && m_current.kind != CollectiveKind::None;
    const bool differs = bothInside && theirs.sequence == m_current.sequence && !(theirs == m_current);
    const auto ahead = static_cast<std::int32_t>(theirs.sequence - m_current.sequence);
    const bool isPast = ahead > 0 || (ahead == 0 && theirs.kind == CollectiveKind::None);
    if (differs || (isPast && !link.posted.empty()))
        failOutOfStep(link, theirs, lock);
}

// The message of link.header is for the receive that was posted first.
bool Messenger::fits(PeerLink& link, Lock& lock)
{
    const ReceiveOperation& next = link.posted.front();
    if (!(link.header.collective() == m_current))
        failOutOfStep(link, link.header.collective(), lock);
    else if (next.slot != link.header.slot || next.size != link.header.length)
        failPeer(Failure::Kind::BadFrame, link.rank, LOCKSTEP_TEXT("a message of another length or place"),
                 lock);
    return !m_failure;
}

// A Data header stands in link.header: finds where its payload goes. False: it stays in the kernel
// (back-pressure) or the group has failed. Nothing is allocated beyond the limits for early messages,
// whatever the header says.
bool Messenger::place(PeerLink& link, Lock& lock)
{
    const std::size_t length = link.header.length;
    if (!link.posted.empty()) {
        if (!fits(link, lock))
            return false;
        link.target = link.posted.front();
        link.posted.pop_front();
        link.destination = link.target->data;
    } else {
        if (length > m_options.earlyMessage || link.earlyBytes + length > m_options.earlyTotal) {
            link.stalled = true;
            return false;
        }
        link.absorbed = std::make_unique<char[]>(length);
        link.destination = link.absorbed.get();
        link.earlyBytes += length;
    }
    link.stalled = false;
    link.inBody = true;
    link.received = 0;
    return true;
}

void Messenger::finishBody(PeerLink& link, Lock& lock)
{
    link.inBody = false;
    if (link.target) {
        Completions* const owner = link.target->owner;
        link.target.reset();
        completed(owner->receiving, owner->received, link.rank);
        return;
    }
    if (link.posted.empty()) {
        link.early.push_back({link.header, std::move(link.absorbed)});
        return;
    }
    // Its receive was posted while it was arriving.
    if (!fits(link, lock))
        return;
    const ReceiveOperation operation = link.posted.front();
    link.posted.pop_front();
    std::copy_n(link.absorbed.get(), operation.size, operation.data);
    link.earlyBytes -= operation.size;
    link.absorbed.reset();
    completed(operation.owner->receiving, operation.owner->received, link.rank);
}

} // namespace lockstep

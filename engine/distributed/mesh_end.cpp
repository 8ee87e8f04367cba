// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/mesh.h"

#include "engine/core/error.h"
#include "engine/distributed/failure.h"

#include <algorithm>
#include <cmath>
#include <sys/socket.h>

namespace lockstep {

namespace {

std::string wholeSeconds(double value)
{
    return std::to_string(std::max(1L, std::lround(value)));
}

} // namespace

void MeshBuilder::tellAll(const MeshVote& vote)
{
    for (Member& member : m_members) {
        if (!member.proof)
            continue;
        const VoteBytes bytes = member.proof->sign(vote, member.side);
        // A READY may have gone out already; the receiver has then left the mesh and sees the connection end.
        if (!member.readySent)
            ::send(member.socket.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
        ::shutdown(member.socket.get(), SHUT_WR);
        // Closing with unread bytes would reset the connection and could destroy what was just sent.
        std::array<char, 256> unread;
        while (::recv(member.socket.get(), unread.data(), unread.size(), MSG_DONTWAIT) > 0) {
        }
    }
}

Sentence MeshBuilder::name(int number) const
{
    if (m_options.kind == LinkKind::Lease)
        return {LOCKSTEP_TEXT("the supervisor of host %1"), {std::to_string(number)}};
    if (m_options.kind == LinkKind::Pair)
        return number == 0 ? LOCKSTEP_TEXT("the host that listens") : LOCKSTEP_TEXT("the host that connects");
    if (m_options.kind == LinkKind::Rendezvous)
        return {LOCKSTEP_TEXT("process %1 of the launcher"), {std::to_string(number)}};
    return memberName(number, m_options.kind == LinkKind::Served ? m_options.ranks
                                                                 : static_cast<int>(m_members.size()));
}

// Who has left is to blame before who never came, and who is here but not ready only when nobody is absent:
// it waits for the same absent ones as we do.
std::string MeshBuilder::describeMissing(std::uint32_t& first) const
{
    const auto describe = [&](auto&& isToBlame) {
        std::string text;
        for (int i = static_cast<int>(m_members.size()) - 1; i >= 0; --i) {
            const Member& member = m_members[static_cast<std::size_t>(i)];
            if (!takesPart(i) || !isToBlame(member))
                continue;
            const Endpoint& endpoint = m_options.members[static_cast<std::size_t>(i)];
            const std::string at = endpoint.address.empty() ? "" : " at " + toString(endpoint);
            text = name(i).english() + at + " (" + whatWasSeen(i) + ")" + (text.empty() ? "" : ", ") + text;
            first = static_cast<std::uint32_t>(i);
        }
        return text;
    };
    std::string text = describe([](const Member& member) { return member.leftAt.has_value(); });
    if (text.empty())
        text = describe([](const Member& member) { return !member.proof; });
    if (text.empty())
        text = describe([](const Member& member) { return !member.ready; });
    return text;
}

std::string MeshBuilder::whatWasSeen(int number) const
{
    const Member& member = m_members[static_cast<std::size_t>(number)];
    if (member.proof)
        return LOCKSTEP_TEXT("it is here, but not in touch with all others");
    if (member.leftAt)
        return LOCKSTEP_TEXT("it left again");
    if (!member.seen.empty())
        return member.seen;
    return number < m_options.self ? LOCKSTEP_TEXT("it does not answer")
                                   : LOCKSTEP_TEXT("it has not connected");
}

void MeshBuilder::giveUp()
{
    std::uint32_t first = 0;
    const std::string missing = describeMissing(first);
    tellAll({MeshVote::GaveUp, first});
    const std::chrono::duration<double> waited = Clock::now() - m_start;
    throw EngineError(
        ExitCode::PeerLost,
        {LOCKSTEP_TEXT("Within %2 s these did not arrive at %1: %3. Check that their processes run, "
                       "and that firewalls let the hosts reach each other."),
         {name(m_options.self), wholeSeconds(waited.count()), missing},
         {}});
}

void MeshBuilder::throwDiffers(int number)
{
    tellAll({MeshVote::Differs, static_cast<std::uint32_t>(number)});
    throw EngineError(
        ExitCode::PeerLost,
        {LOCKSTEP_TEXT("Settings differ: %1 belongs to this run, but was started with other settings "
                       "than %2. Deploy the same version everywhere and start the run anew."),
         {name(number), name(m_options.self)},
         {}});
}

void MeshBuilder::throwCancelled()
{
    tellAll({MeshVote::GaveUp, static_cast<std::uint32_t>(m_options.self)});
    throw EngineError(ExitCode::Stopped,
                      {LOCKSTEP_TEXT("Stopped while waiting for the other ranks."), {}, {}});
}

void MeshBuilder::throwTheirVote(int number, const MeshVote& vote)
{
    const auto culprit = static_cast<int>(std::min<std::uint32_t>(vote.culprit, 1'000'000));
    tellAll(vote);
    if (vote.kind == MeshVote::Differs && culprit == m_options.self)
        throwDiffers(number);
    throw EngineError(
        ExitCode::PeerLost,
        {LOCKSTEP_TEXT("Without %2 there is no start: it never arrived at %1, or was started with "
                       "other settings. Its own log and its host's firewall tell more."),
         {name(number), name(culprit)},
         {}});
}

} // namespace lockstep

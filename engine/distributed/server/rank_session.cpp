// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/server/rank_session.h"

#include <utility>

namespace lockstep {
namespace {

/// A group of all members in which this server and one rank alone are linked.
std::vector<MeshLink> only(int rank, MeshLink link, int members)
{
    std::vector<MeshLink> links(static_cast<std::size_t>(members));
    links[static_cast<std::size_t>(rank)] = std::move(link);
    return links;
}

/// Tells the rank that it waits for others, not for this server.
class WaitingScope {
public:
    explicit WaitingScope(Messenger& messenger) : m_messenger(messenger)
    {
        m_messenger.setActivity(Activity::Waiting);
    }
    ~WaitingScope() { m_messenger.setActivity(Activity::Training); }
    WaitingScope(const WaitingScope&) = delete;
    WaitingScope& operator=(const WaitingScope&) = delete;

private:
    Messenger& m_messenger;
};

} // namespace

RankSession::RankSession(int rank, int member, MeshLink link, int members, const MessengerOptions& options,
                         Serving& serving)
    : m_rank(rank), m_serving(serving), m_messenger(member, only(rank, std::move(link), members), options)
{
    m_messenger.setAwaited(false);
}

void RankSession::run()
{
    for (std::uint32_t sequence = 1; serve(sequence); ++sequence) {
    }
}

bool RankSession::serve(std::uint32_t sequence)
{
    m_messenger.begin(requestId(sequence));
    Request request;
    receive(kHeadSlot, std::as_writable_bytes(std::span(&request, 1)));
    m_serving.requireFit(request);
    m_payload.resize(request.bytes);
    receive(kPayloadSlot, m_payload);
    if (request.kind != RequestKind::Pass && request.kind != RequestKind::End) {
        const Reply reply = [&] {
            const WaitingScope waiting(m_messenger);
            return m_serving.answer(m_rank, request, m_payload);
        }();
        send(kHeadSlot, std::as_bytes(std::span(&reply, 1)));
        send(kPayloadSlot, m_payload);
    }
    m_messenger.end();
    return request.kind != RequestKind::End;
}

void RankSession::receive(std::uint64_t slot, std::span<std::byte> bytes)
{
    if (bytes.empty())
        return;
    Completions completions;
    try {
        m_messenger.receive(completions, m_rank, slot, {reinterpret_cast<char*>(bytes.data()), bytes.size()});
        m_messenger.wait(completions, Direction::Receive);
    } catch (...) {
        m_messenger.cancel(completions);
        throw;
    }
}

void RankSession::send(std::uint64_t slot, std::span<const std::byte> bytes)
{
    if (bytes.empty())
        return;
    Completions completions;
    try {
        m_messenger.send(completions, m_rank, slot,
                         {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
        m_messenger.wait(completions, Direction::Send);
    } catch (...) {
        m_messenger.cancel(completions);
        throw;
    }
}

} // namespace lockstep

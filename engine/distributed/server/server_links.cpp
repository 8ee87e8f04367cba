// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/server/server_links.h"

#include "engine/core/error.h"

namespace lockstep {
namespace {

bool isAnswered(RequestKind kind)
{
    return kind != RequestKind::Pass && kind != RequestKind::End;
}

/// The messages of one request on all links.
class Conversation {
public:
    explicit Conversation(Messenger& messenger) : m_messenger(messenger) {}
    ~Conversation() { m_messenger.cancel(m_completions); }
    Conversation(const Conversation&) = delete;
    Conversation& operator=(const Conversation&) = delete;

    void begin(int server, ServerLinks::Part& part)
    {
        send(server, kHeadSlot, std::as_bytes(std::span(&part.request, 1)));
        send(server, kPayloadSlot, part.sent);
        if (!isAnswered(part.request.kind))
            return;
        receive(server, kHeadSlot, std::as_writable_bytes(std::span(&part.reply, 1)));
        receive(server, kPayloadSlot, part.received);
    }

    void finish()
    {
        for (; m_sends > 0; --m_sends)
            m_messenger.wait(m_completions, Direction::Send);
        for (; m_receives > 0; --m_receives)
            m_messenger.wait(m_completions, Direction::Receive);
    }

private:
    void send(int server, std::uint64_t slot, std::span<const std::byte> bytes)
    {
        if (bytes.empty())
            return;
        m_messenger.send(m_completions, server, slot,
                         {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
        ++m_sends;
    }
    void receive(int server, std::uint64_t slot, std::span<std::byte> bytes)
    {
        if (bytes.empty())
            return;
        m_messenger.receive(m_completions, server, slot,
                            {reinterpret_cast<char*>(bytes.data()), bytes.size()});
        ++m_receives;
    }

    Messenger& m_messenger;
    Completions m_completions;
    int m_sends = 0, m_receives = 0;
};

} // namespace

ServerLinks::ServerLinks(int rank, std::vector<MeshLink> links, const MessengerOptions& options)
    : m_ranks(options.ranks), m_messenger(rank, std::move(links), options)
{
    LOCKSTEP_CHECK(rank < m_ranks && servers() > 0);
}

ServerLinks::~ServerLinks()
{
    try {
        std::vector<Part> parts(static_cast<std::size_t>(servers()));
        for (Part& part : parts)
            part.request.kind = RequestKind::End;
        ask(parts);
    } catch (const EngineError&) {
        // The servers have heard of the end already, or there are none left to hear of it.
        return;
    }
}

void ServerLinks::ask(std::span<Part> parts)
{
    LOCKSTEP_CHECK(parts.size() == static_cast<std::size_t>(servers()));
    m_messenger.begin(requestId(++m_sequence));
    {
        Conversation conversation(m_messenger);
        int server = m_ranks;
        for (Part& part : parts) {
            part.request.bytes = part.sent.size();
            conversation.begin(server++, part);
        }
        conversation.finish();
    }
    m_messenger.end();
}

void ServerLinks::askFirst(Part& part)
{
    std::vector<Part> parts(static_cast<std::size_t>(servers()));
    parts.front() = part;
    ask(parts);
    part.reply = parts.front().reply;
}

} // namespace lockstep

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/distributed/messenger.h"

#include <memory>
#include <stdexcept>
#include <sys/socket.h>
#include <vector>

namespace lockstep::test {

/// The messengers of a whole group, in this process; what a collective would do, a test does by hand.
inline std::vector<std::unique_ptr<Messenger>> connectedMessengers(int ranks, const MessengerOptions& options)
{
    const auto count = static_cast<std::size_t>(ranks);
    std::vector<std::vector<MeshLink>> links(count);
    for (std::vector<MeshLink>& row : links)
        row.resize(count);
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t j = 0; j < i; ++j) {
            int ends[2];
            if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
                throw std::runtime_error("socketpair");
            links[i][j].socket.reset(ends[0]);
            links[j][i].socket.reset(ends[1]);
        }
    std::vector<std::unique_ptr<Messenger>> group;
    for (std::size_t i = 0; i < count; ++i)
        group.push_back(std::make_unique<Messenger>(static_cast<int>(i), std::move(links[i]), options));
    return group;
}

/// One message after another, each waited for; gives back what is under way when an error ends it.
class Conversation {
public:
    explicit Conversation(Messenger& messenger) : m_messenger(messenger) {}
    ~Conversation() { m_messenger.cancel(m_completions); }
    Conversation(const Conversation&) = delete;
    Conversation& operator=(const Conversation&) = delete;

    void send(int to, std::span<const char> bytes)
    {
        m_messenger.send(m_completions, to, 0, bytes);
        m_messenger.wait(m_completions, Direction::Send);
    }
    void post(int from, std::span<char> bytes) { m_messenger.receive(m_completions, from, 0, bytes); }
    /// Whose message came.
    int waitReceived() { return m_messenger.wait(m_completions, Direction::Receive); }
    void receive(int from, std::span<char> bytes)
    {
        post(from, bytes);
        waitReceived();
    }

private:
    Messenger& m_messenger;
    Completions m_completions;
};

} // namespace lockstep::test

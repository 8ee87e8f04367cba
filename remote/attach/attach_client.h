// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/frame.h"
#include "remote/attach/host_channel.h"
#include "remote/waiting.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace lockstep {

class AttachClient;

/// A request whose answers are wanted for as long as this lives: then the reply function is dropped, and the
/// host told to stop answering. Either of it and the client may go first. Belongs to the thread of its host.
class WantedRequest {
public:
    WantedRequest() = default;
    WantedRequest(WantedRequest&& other) noexcept { swap(other); }
    WantedRequest& operator=(WantedRequest other) noexcept
    {
        swap(other);
        return *this;
    }
    ~WantedRequest();
    /// The conversation in which it was made goes on.
    bool isInTouch() const { return !m_client.expired(); }

private:
    friend class AttachClient;
    WantedRequest(std::weak_ptr<AttachClient*> client, std::uint32_t number)
        : m_client(std::move(client)), m_number(number)
    {
    }
    void swap(WantedRequest& other) noexcept
    {
        m_client.swap(other.m_client);
        std::swap(m_number, other.m_number);
    }

    std::weak_ptr<AttachClient*> m_client;
    std::uint32_t m_number = 0;
};

/// Our side of the attach conversation. Never waits; the owner polls the descriptors and calls process() when
/// one is ready or the deadline has come. Belongs to the thread of its host.
class AttachClient {
public:
    /// Gets every frame that answers a request, up to and including the one that ends it.
    using Reply = std::function<void(const Frame&)>;
    static constexpr std::chrono::seconds kGreetingTime{30};

    AttachClient(std::unique_ptr<HostChannel> channel, std::string host);
    AttachClient(const AttachClient&) = delete;
    AttachClient& operator=(const AttachClient&) = delete;

    std::uint32_t request(FrameType type, std::string payload, Reply reply);
    /// The same, for somebody who may go before the answers have come.
    [[nodiscard]] WantedRequest want(FrameType type, std::string payload, Reply reply);
    /// Drops the reply function and tells the host to stop answering.
    void cancel(std::uint32_t request);

    enum class Reading { On, Paused };
    /// Writes, reads, calls reply functions, beats. An error ends the conversation: the channel closed, the
    /// greeting did not come, nothing was heard for kHeartbeatLostMs, or the bytes make no sense. With
    /// reading paused only the writing is done, and silence is not held against the host.
    Result<void> process(Reading reading);
    void addDescriptors(std::vector<pollfd>& descriptors, Reading reading) const;
    Deadline nextDeadline() const;
    /// Of a byte, or of its making.
    Clock::time_point lastHeard() const { return m_heard; }
    bool greeted() const { return m_greeted; }

private:
    Result<void> readAvailable();
    Result<void> takeBytes(std::string_view bytes);
    void dispatch(const Frame& frame);
    Result<void> writeAvailable();
    Error notGreeted(const Sentence& reason);

    friend class WantedRequest;

    std::unique_ptr<HostChannel> m_channel;
    std::string m_host;
    GreetingScanner m_scanner;
    FrameReader m_reader;
    std::map<std::uint32_t, Reply> m_replies;
    std::string m_out;
    std::string m_buffer;
    std::uint32_t m_nextRequest = 1;
    std::shared_ptr<AttachClient*> m_self =
        std::make_shared<AttachClient*>(this); ///< for requests that outlive it
    bool m_greeted = false;
    Clock::time_point m_opened = Clock::now();
    Clock::time_point m_heard = Clock::now();
    Clock::time_point m_beaten = Clock::now();
};

} // namespace lockstep

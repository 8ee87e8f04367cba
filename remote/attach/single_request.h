// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/attach/host_errand.h"
#include "remote/host_event.h"

#include <cstdint>
#include <functional>
#include <string>

namespace lockstep {

/// One request whose last frame, or the bytes of the Data frames before it, is the answer. It is sent once: a
/// link that breaks before the answer has come fails it, for nobody knows then whether the host has heard it.
class SingleRequest final : public HostErrand {
public:
    using Sink = std::function<void(HostEvent)>;
    /// Of Data; what is longer makes no sense.
    static constexpr std::size_t kMaxData = 16u << 20;

    /// `question`: the number that HostAnswered gives back. `sink` gets HostAnswered.
    SingleRequest(std::uint64_t question, FrameType type, std::string payload, Sink sink);

    void begin(AttachClient& client) override;
    void linkLost() override;
    void turn() override {}
    void fail(const Error& error) override;
    void leave() override;
    bool over() const override { return m_over; }
    QString checkpoint() const override { return {}; }

private:
    void take(const Frame& frame);
    void takeData(const Frame& frame);
    void finish(HostAnswered answer);

    std::uint64_t m_question;
    FrameType m_type;
    std::string m_payload;
    Sink m_sink;
    WantedRequest m_request;
    QByteArray m_data;
    bool m_sent = false;
    bool m_over = false;
};

} // namespace lockstep

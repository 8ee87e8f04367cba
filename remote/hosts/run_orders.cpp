// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/hosts/run_orders.h"

#include <utility>

namespace lockstep {

void RunOrders::submit(AttachClient* client, const SubmitRequest& request)
{
    if (client == nullptr)
        return;
    client->request(FrameType::Submit, toJson(request), [this](const Frame& frame) {
        if (frame.type == FrameType::Failed)
            return m_sink(HostFailed{parseError(frame.payload), ExitCode::Failure});
        auto reply = parseMessage<SubmittedReply>(frame.payload);
        if (!reply)
            return m_sink(HostFailed{reply.error(), ExitCode::Failure});
        m_sink(HostSubmitted{std::move(reply.value())});
    });
}

void RunOrders::start(AttachClient* client, StartRequest request)
{
    m_startRequest = std::move(request);
    m_start = Start::Unsure;
    if (client != nullptr)
        sendStart(*client);
}

void RunOrders::sendStart(AttachClient& client)
{
    m_start = Start::Sent;
    client.request(FrameType::Start, toJson(m_startRequest), [this](const Frame& frame) {
        const Start before = m_start;
        dropStart();
        if (frame.type == FrameType::Failed)
            m_sink(HostFailed{parseError(frame.payload), ExitCode::Failure});
        else if (before != Start::None)
            m_sink(HostStarted{});
    });
}

void RunOrders::stop(AttachClient* client, StopRequest request)
{
    m_stop = std::move(request);
    dropStart();
    if (client != nullptr)
        sendStop(*client);
}

void RunOrders::sendStop(AttachClient& client)
{
    // Refused means that there is nothing left to stop; the state that is watched says what became of it.
    client.request(FrameType::Stop, toJson(*m_stop), [this](const Frame&) { m_stop.reset(); });
}

void RunOrders::dropStart()
{
    m_start = Start::None;
    m_startRequest = {}; // the token goes with it
}

void RunOrders::linkUp(AttachClient& client)
{
    if (m_stop)
        sendStop(client);
}

void RunOrders::linkLost()
{
    if (m_start == Start::Sent)
        m_start = Start::Unsure;
}

void RunOrders::settle(AttachClient* client, const std::optional<RunState>& state)
{
    if (m_start != Start::Unsure || !state)
        return;
    if (state->phase != RunPhase::Submitted) {
        dropStart();
        m_sink(HostStarted{});
    } else if (client != nullptr) {
        sendStart(*client);
    }
}

} // namespace lockstep

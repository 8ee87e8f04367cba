// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/attach_messages.h"
#include "remote/attach/attach_client.h"
#include "remote/host_event.h"

#include <functional>
#include <optional>

namespace lockstep {

/// Hands the orders of a run to a host: each arrives once, over as many links as it takes. Belongs to the
/// thread of its host. `client` is nullptr while there is no link.
class RunOrders {
public:
    /// `sink` gets HostSubmitted, HostStarted and HostFailed.
    explicit RunOrders(std::function<void(HostEvent)> sink) : m_sink(std::move(sink)) {}

    /// Nothing happens without a link, whose loss has been told.
    void submit(AttachClient* client, const SubmitRequest& request);
    void start(AttachClient* client, StartRequest request);
    /// Takes the place of a start that has not been confirmed.
    void stop(AttachClient* client, StopRequest request);
    /// Forgets a start that has not been confirmed.
    void dropStart();

    void linkUp(AttachClient& client);
    void linkLost();
    /// A start whose answer was lost with a link is repeated only where it has not been heard: the state of
    /// the run there tells.
    void settle(AttachClient* client, const std::optional<RunState>& state);

private:
    enum class Start {
        None,
        Sent,
        Unsure ///< not sent, or sent over a link that broke before the answer
    };
    void sendStart(AttachClient& client);
    void sendStop(AttachClient& client);

    std::function<void(HostEvent)> m_sink;
    Start m_start = Start::None;
    StartRequest m_startRequest;       ///< unless Start::None
    std::optional<StopRequest> m_stop; ///< not confirmed yet
};

} // namespace lockstep

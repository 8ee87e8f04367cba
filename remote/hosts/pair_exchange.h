// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/pair_measurement.h"
#include "remote/attach/attach_client.h"
#include "remote/host_event.h"

#include <functional>
#include <optional>

namespace lockstep {

/// Asks a host for its part in measuring the network to another one, one at a time. Belongs to the thread of
/// its host.
class PairExchange {
public:
    /// `sink` gets HostListening and HostMeasured.
    explicit PairExchange(std::function<void(HostEvent)> sink) : m_sink(std::move(sink)) {}

    /// In place of a measurement that goes on, of which nothing more is heard.
    void begin(AttachClient& client, const PairRequest& request, std::uint64_t number);
    /// Nothing more is heard of the measurement that goes on; the host is told where there is a client.
    void cancel(AttachClient* client);

private:
    void take(const Frame& frame);
    void finish(HostMeasured measured);

    struct Going {
        std::uint64_t number = 0; ///< that whoever asked gave it
        std::uint32_t request = 0;
    };
    std::function<void(HostEvent)> m_sink;
    std::optional<Going> m_going;
};

} // namespace lockstep

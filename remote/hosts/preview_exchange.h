// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/data_preview.h"
#include "remote/attach/attach_client.h"
#include "remote/host_event.h"

#include <QByteArray>
#include <functional>
#include <optional>
#include <string>

namespace lockstep {

/// Asks a host for a preview of data, one at a time. Belongs to the thread of its host.
class PreviewExchange {
public:
    /// `host`: its name, for errors. `sink` gets HostPreviewed.
    PreviewExchange(std::string host, std::function<void(HostEvent)> sink);

    /// In place of a preview that goes on, of which nothing more is heard.
    void begin(AttachClient& client, const PreviewRequest& request, std::uint64_t number);
    /// Nothing more is heard of the preview that goes on.
    void cancel(AttachClient* client);

private:
    void take(AttachClient& client, const Frame& frame);
    void finish(std::optional<Error> error);

    struct Going {
        std::uint64_t number = 0; ///< that whoever asked gave it
        std::uint32_t request = 0;
        QByteArray json;
    };
    std::string m_host;
    std::function<void(HostEvent)> m_sink;
    std::optional<Going> m_going;
};

} // namespace lockstep

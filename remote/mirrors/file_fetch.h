// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/attach/attach_client.h"
#include "remote/hosts/host_event.h"
#include "remote/mirrors/file_mirror.h"

#include <QString>
#include <functional>
#include <optional>
#include <string>

namespace lockstep {

/// Copies one file of a run as it is at present. The copy grows as `<target>.part`, goes on from there on a
/// new link, and gets its name when it is whole. Belongs to the thread of its host.
class FileFetch {
public:
    using Sink = std::function<void(HostEvent)>;
    FileFetch(FollowRequest request, QString target, Sink sink);

    void begin(AttachClient& client);
    bool over() const { return m_over; }
    void fail(const Error& error);

private:
    void take(const Frame& frame);
    void takeData(const Frame& frame);
    void finish(const Frame& frame);

    FollowRequest m_request;
    QString m_target;
    Sink m_sink;
    AttachClient* m_client = nullptr;
    std::uint32_t m_number = 0;
    std::optional<FileMirror> m_part;
    Clock::time_point m_reported{};
    bool m_over = false;
};

} // namespace lockstep

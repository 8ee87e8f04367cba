// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/attach_messages.h"
#include "remote/attach/attach_client.h"
#include "remote/mirrors/fetch_part.h"

#include <QString>
#include <memory>
#include <optional>
#include <string>

namespace lockstep {

/// Copies one file of a run as it is at present. The copy goes on from where it was on a new link, is
/// compared with what it should be, and gets its name only when publish() is called. Belongs to the thread of
/// its host.
class FileFetch {
public:
    struct Expected {
        std::uint64_t bytes = 0;
        std::string
            sha256; ///< 64 hexadecimal digits; empty: not known, and `bytes` is the most that may come
    };
    FileFetch(FollowRequest request, QString target, Expected expected);

    /// For each new link.
    void begin(AttachClient& client);
    void linkLost() { m_client = nullptr; }
    /// The file is not wanted any more, and what has come of it neither.
    void leave();

    enum class State { Going, Arrived, Failed };
    State state() const { return m_state; }
    const std::optional<Error>& error() const { return m_error; } ///< of a Failed one
    /// Bytes that are here.
    std::uint64_t size() const { return m_part ? m_part->size() : 0; }
    /// REQUIRES: state() == Arrived, before publish().
    Result<std::string> content() const { return m_part->content(); }
    Result<void> publish() { return m_part->publish(); }

private:
    void take(const Frame& frame);
    void takeData(const Frame& frame);
    void finish(const Frame& frame);
    void fail(const Error& error);

    FollowRequest m_request;
    QString m_target;
    Expected m_expected;
    AttachClient* m_client = nullptr; ///< while it answers
    std::uint32_t m_number = 0;
    std::unique_ptr<FetchPart> m_part;
    State m_state = State::Going;
    std::optional<Error> m_error;
};

} // namespace lockstep

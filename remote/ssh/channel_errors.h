// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <string>

struct ssh_channel_callbacks_struct;
struct ssh_channel_struct;
struct ssh_session_struct;

namespace lockstep {

/// What a channel's command says on standard error, taken when it comes. libssh takes in packets for both
/// streams whichever it reads; bytes that nobody has asked for would hide the end of the channel, of which
/// the socket tells no more, and take up the window that both streams share. Belongs to the session's thread,
/// and must outlive the channel.
class ChannelErrors {
public:
    ChannelErrors();
    ~ChannelErrors();
    ChannelErrors(const ChannelErrors&) = delete;
    ChannelErrors& operator=(const ChannelErrors&) = delete;

    /// Of a channel that has not been told its command yet. Once; whether there was memory for it.
    bool takeFrom(ssh_channel_struct* channel);
    /// The last 4 KiB.
    const std::string& text() const { return m_text; }

private:
    static int take(ssh_session_struct* session, ssh_channel_struct* channel, void* bytes, std::uint32_t size,
                    int isError, void* self);

    std::unique_ptr<ssh_channel_callbacks_struct> m_callbacks;
    std::string m_text;
};

} // namespace lockstep

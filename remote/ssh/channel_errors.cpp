// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/channel_errors.h"

#include <libssh/callbacks.h>
#include <libssh/libssh.h>

namespace lockstep {

ChannelErrors::ChannelErrors() : m_callbacks(std::make_unique<ssh_channel_callbacks_struct>()) {}

ChannelErrors::~ChannelErrors() = default;

bool ChannelErrors::takeFrom(ssh_channel_struct* channel)
{
    ssh_callbacks_init(m_callbacks.get());
    m_callbacks->userdata = this;
    m_callbacks->channel_data_function = take;
    return ssh_set_channel_callbacks(channel, m_callbacks.get()) == SSH_OK;
}

/// How many of the bytes need not be kept for whoever reads.
int ChannelErrors::take(ssh_session_struct*, ssh_channel_struct*, void* bytes, std::uint32_t size,
                        int isError, void* self)
{
    constexpr std::size_t kKept = 4096;
    if (isError == 0)
        return 0;
    std::string& text = static_cast<ChannelErrors*>(self)->m_text;
    text.append(static_cast<const char*>(bytes), size);
    if (text.size() > kKept)
        text.erase(0, text.size() - kKept);
    return static_cast<int>(size);
}

} // namespace lockstep

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/channel_write.h"

#include <algorithm>
#include <libssh/libssh.h>

namespace lockstep {

std::optional<std::size_t> writeToChannel(ssh_session_struct* session, ssh_channel_struct* channel,
                                          std::string_view bytes)
{
    // What libssh takes beyond the socket's buffer piles up in its own: give it no more while some is
    // waiting.
    if ((ssh_get_poll_flags(session) & SSH_WRITE_PENDING) != 0)
        ssh_blocking_flush(session, 0);
    if ((ssh_get_poll_flags(session) & SSH_WRITE_PENDING) != 0)
        return 0;
    const auto window = ssh_channel_window_size(channel);
    const auto size = static_cast<std::uint32_t>(std::min<std::size_t>(bytes.size(), window));
    if (size == 0)
        return 0;
    const int count = ssh_channel_write(channel, bytes.data(), size);
    if (count == SSH_ERROR)
        return std::nullopt;
    return static_cast<std::size_t>(std::max(count, 0));
}

} // namespace lockstep

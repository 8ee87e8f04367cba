// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

struct ssh_session_struct;
struct ssh_channel_struct;

namespace lockstep {

/// Gives a channel as many of these bytes as leave at once; how many it took, nothing when the connection
/// broke.
std::optional<std::size_t> writeToChannel(ssh_session_struct* session, ssh_channel_struct* channel,
                                          std::string_view bytes);

} // namespace lockstep

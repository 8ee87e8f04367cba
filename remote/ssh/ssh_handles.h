// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

// libssh's own types, so that no header of ours needs libssh's.
struct ssh_session_struct;
struct ssh_channel_struct;
struct ssh_key_struct;

namespace lockstep {

struct SshSessionDeleter {
    void operator()(ssh_session_struct* session) const; ///< disconnects without waiting, and frees
};
struct SshChannelDeleter {
    void operator()(ssh_channel_struct* channel) const;
};
struct SshKeyDeleter {
    void operator()(ssh_key_struct* key) const;
};
using SshSessionHandle = std::unique_ptr<ssh_session_struct, SshSessionDeleter>;
/// Must go before its session.
using SshChannelHandle = std::unique_ptr<ssh_channel_struct, SshChannelDeleter>;
using SshKeyHandle = std::unique_ptr<ssh_key_struct, SshKeyDeleter>;

} // namespace lockstep

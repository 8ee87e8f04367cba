// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/result.h"
#include "remote/ssh/key_blob.h"

#include <string>
#include <string_view>

/// The file that RevokedHostKeys of ssh_config(5) names: one public key a line, or a key revocation list as
/// `ssh-keygen -k` makes it (OpenSSH's PROTOCOL.krl).
namespace lockstep {

/// Whether the file revokes the key. An error when it is not there or cannot be read as a whole: then, as
/// with OpenSSH, no host can be verified. At most 64 MiB.
Result<bool> isRevokedBy(const std::string& file, const HostKey& key);

/// The same for a text in memory.
Result<bool> isRevokedIn(std::string_view text, const HostKey& key);

} // namespace lockstep

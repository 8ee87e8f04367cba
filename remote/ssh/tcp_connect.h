// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/descriptor.h"
#include "engine/protocol/result.h"
#include "remote/waiting.h"

#include <string>

namespace lockstep {

/// Where an SSH server listens and who logs in there.
struct SshTarget {
    std::string host; ///< name or numeric address, without brackets
    int port = 22;
    std::string user;
    std::string alias{}; ///< what a person calls the host, where it goes by another name; else empty

    std::string address() const;     ///< "gpu-1:22", "[::1]:22"
    std::string userAddress() const; ///< "anna@gpu-1:22"
};

/// Refuses, with the reason, what cannot be a host or user name (libssh only says that something is wrong).
Result<void> checkTarget(const SshTarget& target);

/// Connects a socket: close-on-exec, non-blocking, no delay, keep-alive and user time-out set, so that a dead
/// link is noticed within about 20 s even when nothing is said. Every address of the name is tried in turn.
Result<Descriptor> connectTcp(const SshTarget& target, Deadline deadline, const WakeFlag& interrupt);

/// The numeric address of a socket's own or other end; empty when it has none, as that of a
/// connection over another host.
std::string localAddressOf(int socket);
std::string peerAddressOf(int socket);

} // namespace lockstep

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/result.h"
#include "remote/prompter.h"
#include "remote/secret.h"
#include "remote/ssh/ssh_handles.h"
#include "remote/ssh/ssh_options.h"
#include "remote/ssh/tcp_connect.h"
#include "remote/waiting.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace lockstep {

class ChannelErrors;
class JumpWay;
/// Is told why connecting takes its time, on the thread that connects.
using OnConnectDelay = std::function<void(const Sentence& reason)>;

struct ExecResult {
    int exitStatus = -1; ///< -1: the command ended without one
    std::string output;  ///< the last 64 KiB of standard output
    std::string errors;  ///< the last 4 KiB of standard error
};

/// A logged-in connection to one host. Belongs to the thread that made it; every call returns at once or
/// waits with a deadline and until the interrupt is raised.
class SshSession {
public:
    /// Connects as the configuration of OpenSSH says, over the hosts that its ProxyJump names too, checks the
    /// host's key (and theirs) and logs in. Waits for other log-ins to the same server (see LoginPace), and
    /// tries again for a while where it turns connections away. The prompter, the store and the flag must
    /// outlive the session.
    static Result<std::unique_ptr<SshSession>> connect(
        const SshTarget& target, const SshOptions& options, Prompter& prompter, SecretStore& secrets,
        const WakeFlag& interrupt, const OnConnectDelay& onDelay = [](const Sentence&) {});

    ~SshSession();

    /// Runs a command line, which must be a constant but for hexadecimal digests.
    Result<ExecResult> exec(const std::string& command, Deadline deadline);
    /// Opens a channel that runs a command, or, when `command` is empty, the SFTP subsystem. Hosts may allow
    /// as few as two at a time (MaxSessions). `errors` takes what the command says on standard error, which
    /// else must be read (see readOutput()): it may hide the end. OpenSSH's server sends nothing of a
    /// subsystem's.
    Result<SshChannelHandle> openChannel(const std::string& command, ChannelErrors* errors = nullptr);

    /// Waits until the socket has news.
    Result<void> wait(Deadline deadline);
    /// Calls a libssh function again and again while it answers `again`.
    Result<int> repeat(int again, Deadline deadline, const std::function<int()>& step);

    ssh_session_struct* handle() const { return m_handle.get(); }
    const SshTarget& target() const { return m_target; }
    Deadline replyDeadline() const { return Clock::now() + m_replyTime; }
    const WakeFlag& interrupt() const { return m_interrupt; }
    int socket() const;
    /// poll(2) events that the session waits for now.
    short pollEvents() const;
    /// "the connection to gpu-1:22 broke: ..." with libssh's words.
    Error broken() const;

private:
    friend class SshConnector;
    SshSession(SshTarget target, const SshOptions& options, const WakeFlag& interrupt);
    Result<void> open(Descriptor socket, const SshOptions& options, Deadline deadline);

    SshTarget m_target;
    std::chrono::seconds m_replyTime;
    const WakeFlag& m_interrupt;
    std::unique_ptr<JumpWay> m_way; ///< what the connection goes over; null: it goes directly
    SshSessionHandle m_handle;
};

Error cancelledWork(const SshTarget& target);
/// Adds what a channel's command has printed meanwhile, of which the last 64 KiB (of its errors 4 KiB) are
/// kept; whether there may be more at once. Does not wait.
Result<bool> readOutput(SshSession& session, ssh_channel_struct* channel, ExecResult& said);
/// Compares the server's key with the known_hosts files; asks about an unknown one and keeps it in our own
/// file.
Result<void> checkHostKey(SshSession& session, const SshOptions& options, Prompter& prompter);
/// Logs in: agent, key files, password, keyboard-interactive, as far as the server offers them. Every prompt
/// leads to at most one refused attempt.
Result<void> authenticate(SshSession& session, const SshOptions& options, Prompter& prompter,
                          SecretStore& secrets);

} // namespace lockstep

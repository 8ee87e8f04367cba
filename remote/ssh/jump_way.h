// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/descriptor.h"
#include "remote/ssh/ssh_session.h"

#include <memory>
#include <string>
#include <string_view>
#include <thread>

namespace lockstep {

/// A way to a host over another one, as `ssh -W` goes it: whatever is written to one end of a socket here
/// reaches the host from there, and back. The bytes are those of another SSH connection, which the host
/// between can neither read nor change. (RFC 4254, 7.2)
class JumpWay {
public:
    /// Asks the host between to connect to `target`. It resolves the name itself.
    static Result<std::unique_ptr<JumpWay>> open(std::unique_ptr<SshSession> between,
                                                 const SshTarget& target);
    /// Ends the connection over the host between, and the one to it.
    ~JumpWay();
    JumpWay(const JumpWay&) = delete;
    JumpWay& operator=(const JumpWay&) = delete;

    /// Our end: close-on-exec, non-blocking. Once.
    Descriptor takeSocket() { return std::move(m_ours); }

private:
    JumpWay(std::unique_ptr<SshSession> between, SshChannelHandle channel, Descriptor ours,
            Descriptor theirs);

    // On the thread of the way, which owns the session from here on.
    void carry();
    bool carryThere();
    bool carryBack();
    bool hasEnded() const;

    std::unique_ptr<SshSession> m_between;
    SshChannelHandle m_channel;
    Descriptor m_ours;
    Descriptor m_theirs;
    std::string m_there; ///< bytes that wait for the host
    std::string m_back;  ///< bytes that wait for our end
    WakeFlag m_stop;
    std::thread m_thread;
};

} // namespace lockstep

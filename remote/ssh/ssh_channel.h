// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/attach/host_channel.h"
#include "remote/ssh/channel_errors.h"
#include "remote/ssh/ssh_session.h"

#include <memory>
#include <string>

namespace lockstep {

/// Runs a command on the host and carries its standard input and output. Owns the session.
class SshChannel : public HostChannel {
public:
    /// `command` is a constant but for a hexadecimal digest.
    static Result<std::unique_ptr<HostChannel>> open(std::unique_ptr<SshSession> session,
                                                     const std::string& command);

    Result<std::size_t> read(char* buffer, std::size_t size) override;
    Result<std::size_t> write(std::string_view bytes) override;
    void addDescriptors(std::vector<pollfd>& descriptors, bool writing) const override;
    std::string diagnostics() override { return m_errors->text(); }

private:
    SshChannel(std::unique_ptr<SshSession> session, std::unique_ptr<ChannelErrors> errors,
               SshChannelHandle channel);

    std::unique_ptr<SshSession> m_session;
    std::unique_ptr<ChannelErrors> m_errors;
    SshChannelHandle m_channel;
    bool m_isStuck = false; ///< the last bytes to be written were not taken
};

} // namespace lockstep

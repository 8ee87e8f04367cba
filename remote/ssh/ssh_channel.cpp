// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/ssh_channel.h"

#include "remote/ssh/channel_write.h"

#include <algorithm>
#include <libssh/libssh.h>

namespace lockstep {

SshChannel::SshChannel(std::unique_ptr<SshSession> session, std::unique_ptr<ChannelErrors> errors,
                       SshChannelHandle channel)
    : m_session(std::move(session)), m_errors(std::move(errors)), m_channel(std::move(channel))
{
}

Result<std::unique_ptr<HostChannel>> SshChannel::open(std::unique_ptr<SshSession> session,
                                                      const std::string& command)
{
    auto errors = std::make_unique<ChannelErrors>();
    auto channel = session->openChannel(command, errors.get());
    if (!channel)
        return channel.error();
    return std::unique_ptr<HostChannel>(
        new SshChannel(std::move(session), std::move(errors), std::move(channel.value())));
}

Result<std::size_t> SshChannel::read(char* buffer, std::size_t size)
{
    const auto wanted = static_cast<std::uint32_t>(std::min<std::size_t>(size, 1u << 20));
    const int count = ssh_channel_read_nonblocking(m_channel.get(), buffer, wanted, 0);
    if (count > 0)
        return static_cast<std::size_t>(count);
    if (count == SSH_ERROR || !ssh_is_connected(m_session->handle()))
        return m_session->broken();
    if (ssh_channel_is_eof(m_channel.get()) || ssh_channel_is_closed(m_channel.get()))
        return Error{LOCKSTEP_TEXT("The engine on %1 has ended the conversation."),
                     {m_session->target().address()},
                     ""};
    return std::size_t{0};
}

Result<std::size_t> SshChannel::write(std::string_view bytes)
{
    const auto taken = writeToChannel(m_session->handle(), m_channel.get(), bytes);
    if (!taken)
        return m_session->broken();
    m_isStuck = *taken == 0;
    return *taken;
}

/// The socket has room while the channel has none (a full window, new keys on their way): then the host has
/// to say something first.
void SshChannel::addDescriptors(std::vector<pollfd>& descriptors, bool writing) const
{
    const int room = writing && !m_isStuck ? POLLOUT : 0;
    descriptors.push_back({m_session->socket(), static_cast<short>(m_session->pollEvents() | room), 0});
}

} // namespace lockstep

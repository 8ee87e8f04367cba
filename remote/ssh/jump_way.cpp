// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/jump_way.h"

#include "remote/ssh/channel_write.h"

#include <cerrno>
#include <cstring>
#include <libssh/libssh.h>
#include <sys/socket.h>
#include <unistd.h>

namespace lockstep {

namespace {

constexpr std::size_t kMostWaiting = 256u << 10; ///< bytes each way; then the sender has to wait
constexpr std::chrono::seconds kRound{30};

Error noWay(const SshSession& between, const SshTarget& target, const Sentence& reason)
{
    return {
        LOCKSTEP_TEXT("%1 cannot be reached over %2: %3. Check the address, and that the SSH server of %2 "
                      "forwards connections (AllowTcpForwarding)."),
        {target.address(), between.target().address(), reason},
        ""};
}

} // namespace

JumpWay::JumpWay(std::unique_ptr<SshSession> between, SshChannelHandle channel, Descriptor ours,
                 Descriptor theirs)
    : m_between(std::move(between)), m_channel(std::move(channel)), m_ours(std::move(ours)),
      m_theirs(std::move(theirs)), m_thread([this] { carry(); })
{
}

JumpWay::~JumpWay()
{
    m_stop.raise();
    m_thread.join();
}

Result<std::unique_ptr<JumpWay>> JumpWay::open(std::unique_ptr<SshSession> between, const SshTarget& target)
{
    SshChannelHandle channel(ssh_channel_new(between->handle()));
    if (!channel)
        return between->broken();
    const auto opened = between->repeat(SSH_AGAIN, between->replyDeadline(), [&] {
        return ssh_channel_open_forward(channel.get(), target.host.c_str(), target.port, "127.0.0.1", 0);
    });
    if (!opened)
        return noWay(*between, target, opened.error());
    if (opened.value() != SSH_OK)
        return noWay(*between, target, std::string(ssh_get_error(between->handle())));
    int pair[2] = {-1, -1};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, pair) != 0)
        return noWay(*between, target, std::string(std::strerror(errno)));
    return std::unique_ptr<JumpWay>(
        new JumpWay(std::move(between), std::move(channel), Descriptor(pair[0]), Descriptor(pair[1])));
}

void JumpWay::carry()
{
    while (!m_stop.raised()) {
        // Both before the end is looked for: what came last is still to be handed on.
        const bool moved = carryBack() | carryThere();
        if (hasEnded())
            break;
        if (moved)
            continue;
        const bool hearsUs = m_there.size() < kMostWaiting;
        std::vector<pollfd> descriptors{
            {m_between->socket(), m_between->pollEvents(), 0},
            {m_theirs.get(), static_cast<short>((hearsUs ? POLLIN : 0) | (m_back.empty() ? 0 : POLLOUT)), 0}};
        waitFor(descriptors, deadlineIn(kRound), m_stop);
    }
    m_theirs.reset(); // which is how the other connection hears of it
    m_channel.reset();
    m_between.reset();
}

/// From our end to the host between. Whether anything moved.
bool JumpWay::carryThere()
{
    char buffer[32u << 10];
    bool moved = false;
    while (m_there.size() < kMostWaiting) {
        const ssize_t count = ::recv(m_theirs.get(), buffer, sizeof buffer, 0);
        if (count == 0)
            m_stop.raise(); // our end is closed
        if (count <= 0)
            break;
        m_there.append(buffer, static_cast<std::size_t>(count));
        moved = true;
    }
    if (m_there.empty())
        return moved;
    const std::size_t sent = writeToChannel(m_between->handle(), m_channel.get(), m_there).value_or(0);
    m_there.erase(0, sent);
    return moved || sent > 0;
}

/// From the host between to our end. Whether anything moved.
bool JumpWay::carryBack()
{
    char buffer[32u << 10];
    bool moved = false;
    while (m_back.size() < kMostWaiting) {
        const int count = ssh_channel_read_nonblocking(m_channel.get(), buffer, sizeof buffer, 0);
        if (count <= 0)
            break;
        m_back.append(buffer, static_cast<std::size_t>(count));
        moved = true;
    }
    if (m_back.empty())
        return moved;
    const ssize_t sent = ::send(m_theirs.get(), m_back.data(), m_back.size(), MSG_NOSIGNAL);
    if (sent > 0)
        m_back.erase(0, static_cast<std::size_t>(sent));
    return moved || sent > 0;
}

bool JumpWay::hasEnded() const
{
    const bool isOver = ssh_is_connected(m_between->handle()) == 0 ||
                        ssh_channel_is_closed(m_channel.get()) || ssh_channel_is_eof(m_channel.get());
    return isOver && m_back.empty();
}

} // namespace lockstep

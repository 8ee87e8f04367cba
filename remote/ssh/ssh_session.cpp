// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/ssh_session.h"

#include "remote/ssh/channel_errors.h"
#include "remote/ssh/host_key_lists.h"
#include "remote/ssh/jump_way.h"

#include <algorithm>
#include <libssh/libssh.h>

namespace lockstep {

namespace {

constexpr std::size_t kMaxOutput = 64u << 10;
constexpr std::size_t kMaxErrors = 4u << 10;
/// A host that allows few channels at a time (MaxSessions) counts one that was closed for a moment longer.
constexpr std::chrono::seconds kRefusedTime{10};
constexpr std::chrono::milliseconds kRefusedPause{50};

// AES-GCM first: with the processor's own AES it is 1.2 to 1.7 times as fast as libssh's first choice.
constexpr const char* kCiphers =
    "aes128-gcm@openssh.com,aes256-gcm@openssh.com,chacha20-poly1305@openssh.com,"
    "aes256-ctr,aes192-ctr,aes128-ctr";
const std::vector<std::string> kHostKeyTypes{"ssh-ed25519",         "ecdsa-sha2-nistp256",
                                             "ecdsa-sha2-nistp384", "ecdsa-sha2-nistp521",
                                             "rsa-sha2-512",        "rsa-sha2-256"};

/// Types that this host is known by come first, so that a host with several keys shows the one we know.
std::string preferredHostKeys(const SshTarget& target, const SshOptions& options)
{
    std::vector<std::string> types;
    for (const std::string& known : HostKeyLists::read(target, options).keyTypes()) {
        if (known == "ssh-rsa")
            types.insert(types.end(), {"rsa-sha2-512", "rsa-sha2-256"});
        else if (std::ranges::find(kHostKeyTypes, known) != kHostKeyTypes.end())
            types.push_back(known);
    }
    for (const std::string& type : kHostKeyTypes)
        if (std::ranges::find(types, type) == types.end())
            types.push_back(type);
    std::string joined;
    for (const std::string& type : types)
        joined += (joined.empty() ? "" : ",") + type;
    return joined;
}

/// The end is what counts: a login shell's noise comes first.
void appendLimited(std::string& text, const char* bytes, int count, std::size_t limit)
{
    text.append(bytes, static_cast<std::size_t>(count));
    if (text.size() > limit)
        text.erase(0, text.size() - limit);
}

/// A channel for a command; one that the host refuses is asked for again for a while.
Result<SshChannelHandle> openSession(SshSession& session)
{
    const Deadline patience = deadlineIn(kRefusedTime);
    for (;;) {
        SshChannelHandle channel(ssh_channel_new(session.handle()));
        if (!channel)
            return session.broken();
        const auto opened = session.repeat(SSH_AGAIN, session.replyDeadline(),
                                           [&channel] { return ssh_channel_open_session(channel.get()); });
        if (!opened)
            return opened.error();
        if (opened.value() == SSH_OK)
            return channel;
        if (ssh_get_error_code(session.handle()) != SSH_REQUEST_DENIED)
            return session.broken();
        if (Clock::now() >= patience)
            return Error{
                LOCKSTEP_TEXT("%1 opens no further channel: %2. Its SSH server should allow two at a "
                              "time (MaxSessions)."),
                {session.target().address(), ssh_get_error(session.handle())},
                ""};
        std::vector<pollfd> none;
        if (waitFor(none, deadlineIn(kRefusedPause), session.interrupt()) == Waited::Interrupted)
            return cancelledWork(session.target());
    }
}

} // namespace

Error cancelledWork(const SshTarget& target)
{
    return {LOCKSTEP_TEXT("The work with %1 was cancelled."), {target.address()}, ""};
}

void SshSessionDeleter::operator()(ssh_session_struct* session) const
{
    // A blocking farewell would wait for a peer that may be gone.
    ssh_set_blocking(session, 0);
    ssh_disconnect(session);
    ssh_free(session);
}

void SshChannelDeleter::operator()(ssh_channel_struct* channel) const
{
    ssh_channel_free(channel);
}

void SshKeyDeleter::operator()(ssh_key_struct* key) const
{
    ssh_key_free(key);
}

SshSession::SshSession(SshTarget target, const SshOptions& options, const WakeFlag& interrupt)
    : m_target(std::move(target)), m_replyTime(options.replyTime), m_interrupt(interrupt), m_handle(ssh_new())
{
}

SshSession::~SshSession() = default;

Result<void> SshSession::open(Descriptor socket, const SshOptions& options, Deadline deadline)
{
    ssh_session session = handle();
    const bool no = false;
    const unsigned int port = static_cast<unsigned int>(m_target.port);
    const std::string hostKeys = preferredHostKeys(m_target, options);
    // First of all: otherwise ssh_connect() reads ~/.ssh/config, which may run commands.
    ssh_options_set(session, SSH_OPTIONS_PROCESS_CONFIG, &no);
    // libssh refuses some names that name services accept ("gpu_1"). The socket is connected already and the
    // key is compared under the true name, so the name that libssh sees has no weight then.
    if (ssh_options_set(session, SSH_OPTIONS_HOST, m_target.host.c_str()) != SSH_OK)
        ssh_options_set(session, SSH_OPTIONS_HOST, m_way ? "jumped" : peerAddressOf(socket.get()).c_str());
    ssh_options_set(session, SSH_OPTIONS_PORT, &port);
    if (!m_target.user.empty())
        ssh_options_set(session, SSH_OPTIONS_USER, m_target.user.c_str());
    ssh_options_set(session, SSH_OPTIONS_KNOWNHOSTS, "/dev/null");
    ssh_options_set(session, SSH_OPTIONS_GLOBAL_KNOWNHOSTS, "/dev/null");
    if (ssh_options_set(session, SSH_OPTIONS_CIPHERS_C_S, kCiphers) != SSH_OK ||
        ssh_options_set(session, SSH_OPTIONS_CIPHERS_S_C, kCiphers) != SSH_OK ||
        ssh_options_set(session, SSH_OPTIONS_HOSTKEYS, hostKeys.c_str()) != SSH_OK)
        return broken();
    const int given = socket.release();
    ssh_options_set(session, SSH_OPTIONS_FD, &given);
    ssh_set_blocking(session, 0);

    int answer = ssh_connect(session);
    // The first call has taken the socket. Forgetting that it was given makes libssh close it in the end.
    const int none = -1;
    ssh_options_set(session, SSH_OPTIONS_FD, &none);
    const auto connected = repeat(SSH_AGAIN, deadline, [session, &answer] {
        if (answer == SSH_AGAIN)
            answer = ssh_connect(session);
        return answer;
    });
    if (!connected)
        return connected.error();
    if (connected.value() != SSH_OK)
        return Error{
            LOCKSTEP_TEXT("Cannot connect to %1: %2. Check that an SSH server answers on this port."),
            {m_target.address(), ssh_get_error(session)},
            ""};
    return {};
}

int SshSession::socket() const
{
    return ssh_get_fd(handle());
}

short SshSession::pollEvents() const
{
    const bool writing = (ssh_get_poll_flags(handle()) & SSH_WRITE_PENDING) != 0;
    return static_cast<short>(writing ? POLLIN | POLLOUT : POLLIN);
}

Error SshSession::broken() const
{
    const char* reason = ssh_get_error(handle());
    return {LOCKSTEP_TEXT("The connection to %1 broke: %2. It can be tried again."),
            {m_target.address(),
             reason != nullptr && *reason != '\0' ? reason : LOCKSTEP_TEXT("closed by the host")},
            ""};
}

Result<void> SshSession::wait(Deadline deadline)
{
    std::vector<pollfd> descriptors{{socket(), pollEvents(), 0}};
    // A caller waits where what has come is not enough: news of no use to it must not keep it for ever.
    const bool isLate = Clock::now() >= deadline;
    switch (waitFor(descriptors, deadline, m_interrupt)) {
    case Waited::Ready:
        if (!isLate)
            return {};
        break;
    case Waited::Interrupted:
        return cancelledWork(m_target);
    case Waited::TimedOut:
        break;
    }
    return Error{LOCKSTEP_TEXT("%1 does not answer. Check the host and the network, then try again."),
                 {m_target.address()},
                 ""};
}

Result<int> SshSession::repeat(int again, Deadline deadline, const std::function<int()>& step)
{
    for (;;) {
        const int answer = step();
        if (answer != again)
            return answer;
        if (const auto waited = wait(deadline); !waited)
            return waited.error();
    }
}

Result<SshChannelHandle> SshSession::openChannel(const std::string& command, ChannelErrors* errors)
{
    auto session = openSession(*this);
    if (!session)
        return session.error();
    SshChannelHandle channel = std::move(session.value());
    if (errors != nullptr && !errors->takeFrom(channel.get()))
        return broken();
    const auto started = repeat(SSH_AGAIN, replyDeadline(), [&channel, &command] {
        return command.empty() ? ssh_channel_request_sftp(channel.get())
                               : ssh_channel_request_exec(channel.get(), command.c_str());
    });
    if (!started)
        return started.error();
    if (started.value() != SSH_OK)
        return Error{command.empty()
                         ? LOCKSTEP_TEXT("%1 offers no file transfer (SFTP): %2. "
                                         "Install the sftp-server of its SSH server.")
                         : LOCKSTEP_TEXT("%1 refuses to run commands: %2. The account needs a login shell."),
                     {m_target.address(), ssh_get_error(handle())},
                     ""};
    return channel;
}

Result<ExecResult> SshSession::exec(const std::string& command, Deadline deadline)
{
    auto channel = openChannel(command);
    if (!channel)
        return channel.error();
    ssh_channel raw = channel.value().get();
    ssh_channel_send_eof(raw);
    ExecResult answer;
    for (;;) {
        const auto news = readOutput(*this, raw, answer);
        if (!news)
            return news.error();
        if (news.value())
            continue;
        if (ssh_channel_is_closed(raw) || (ssh_channel_is_eof(raw) && ssh_channel_get_exit_status(raw) != -1))
            break;
        if (!ssh_is_connected(handle()))
            return broken();
        if (const auto waited = wait(deadline); !waited)
            return waited.error();
    }
    answer.exitStatus = ssh_channel_get_exit_status(raw);
    return answer;
}

Result<bool> readOutput(SshSession& session, ssh_channel_struct* channel, ExecResult& said)
{
    char buffer[16384];
    // libssh takes in packets for both streams whichever it reads. What comes for the output while the errors
    // are read is news that the socket no longer tells of, and hides the end of the channel until it is read.
    ssh_counter_struct received{};
    ssh_set_counters(session.handle(), nullptr, &received);
    bool news = false, isBroken = false;
    for (int stream = 0; stream < 2; ++stream) {
        const int count = ssh_channel_read_nonblocking(channel, buffer, sizeof buffer, stream);
        isBroken |= count == SSH_ERROR;
        if (count <= 0)
            continue;
        news = true;
        appendLimited(stream == 0 ? said.output : said.errors, buffer, count,
                      stream == 0 ? kMaxOutput : kMaxErrors);
    }
    ssh_set_counters(session.handle(), nullptr, nullptr);
    if (isBroken)
        return session.broken();
    return news || received.in_packets > 0;
}

} // namespace lockstep

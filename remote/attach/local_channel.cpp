// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/attach/local_channel.h"

#include "remote/spawn.h"
#include "remote/waiting.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace lockstep {

namespace {

Error cannotStart(const std::string& program, int code)
{
    return {LOCKSTEP_TEXT("The engine %1 cannot be started: %2. Build or install it again."),
            {program, std::strerror(code)},
            ""};
}

} // namespace

LocalChannel::LocalChannel(std::string program, Descriptor stream, Descriptor errors)
    : m_program(std::move(program)), m_stream(std::move(stream)), m_errorPipe(std::move(errors))
{
}

Result<std::unique_ptr<HostChannel>> LocalChannel::open(const std::string& program,
                                                        const std::vector<std::string>& arguments)
{
    pid_t process = -1;
    auto channel = open(program, [&](int stream, int errors) -> Result<void> {
        if (const int code = spawnApart(
                program, arguments,
                {{stream, STDIN_FILENO}, {stream, STDOUT_FILENO}, {errors, STDERR_FILENO}}, process);
            code != 0)
            return cannotStart(program, code);
        return {};
    });
    if (channel)
        static_cast<LocalChannel&>(*channel.value()).m_process = process;
    return channel;
}

Result<std::unique_ptr<HostChannel>> LocalChannel::open(const std::string& program, const Starter& starter)
{
    int pair[2];
    int pipe[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
        return cannotStart(program, errno);
    Descriptor ours(pair[0]);
    const Descriptor theirs(pair[1]);
    if (::pipe2(pipe, O_CLOEXEC) != 0)
        return cannotStart(program, errno);
    Descriptor errors(pipe[0]);
    const Descriptor theirErrors(pipe[1]);
    ::fcntl(ours.get(), F_SETFL, O_NONBLOCK);
    ::fcntl(errors.get(), F_SETFL, O_NONBLOCK);
    if (const auto started = starter(theirs.get(), theirErrors.get()); !started)
        return started.error();
    return std::unique_ptr<HostChannel>(new LocalChannel(program, std::move(ours), std::move(errors)));
}

LocalChannel::~LocalChannel()
{
    m_stream.reset();
    m_errorPipe.reset();
    if (m_process < 0)
        return;
    const Descriptor process(static_cast<int>(::syscall(SYS_pidfd_open, m_process, 0)));
    pollfd ended{process.get(), POLLIN, 0};
    if (!process || ::poll(&ended, 1, 1000) != 1)
        ::kill(m_process, SIGKILL);
    ::waitpid(m_process, nullptr, 0);
}

void LocalChannel::readErrors()
{
    constexpr std::size_t kKept = 4096;
    char buffer[4096];
    for (;;) {
        const auto count = ::read(m_errorPipe.get(), buffer, sizeof buffer);
        if (count == 0)
            m_errorPipe.reset();
        if (count <= 0)
            break;
        m_errors.append(buffer, static_cast<std::size_t>(count));
    }
    if (m_errors.size() > kKept)
        m_errors.erase(0, m_errors.size() - kKept);
}

Result<std::size_t> LocalChannel::read(char* buffer, std::size_t size)
{
    readErrors();
    const auto count = ::read(m_stream.get(), buffer, size);
    if (count > 0)
        return static_cast<std::size_t>(count);
    if (count < 0 && (errno == EAGAIN || errno == EINTR))
        return std::size_t{0};
    readErrors();
    return Error{LOCKSTEP_TEXT("The engine %1 has ended the conversation."), {m_program}, ""};
}

Result<std::size_t> LocalChannel::write(std::string_view bytes)
{
    const auto count = ::send(m_stream.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (count >= 0)
        return static_cast<std::size_t>(count);
    if (errno == EAGAIN || errno == EINTR)
        return std::size_t{0};
    return Error{LOCKSTEP_TEXT("The engine %1 has ended the conversation."), {m_program}, ""};
}

void LocalChannel::addDescriptors(std::vector<pollfd>& descriptors, bool writing) const
{
    descriptors.push_back({m_stream.get(), static_cast<short>(writing ? POLLIN | POLLOUT : POLLIN), 0});
    if (m_errorPipe)
        descriptors.push_back({m_errorPipe.get(), POLLIN, 0});
}

} // namespace lockstep

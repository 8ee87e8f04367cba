// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/rehearsal/rehearsal_stage.h"

#include "remote/attach/local_channel.h"
#include "remote/spawn.h"
#include "remote/waiting.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace lockstep {

namespace {

/// An order takes milliseconds; the stage gives up what takes longer than ten seconds.
constexpr std::chrono::seconds kPatience{12};

Error noStage(const Sentence& reason)
{
    return {LOCKSTEP_TEXT("This computer cannot be made into the drawn cluster: %1."), {reason}, ""};
}

/// With the control socket alone.
int spawnStage(const std::string& program, StageKind kind, std::size_t places, int control, pid_t& process)
{
    const std::string word = kind == StageKind::User ? "user" : kind == StageKind::Root ? "root" : "loopback";
    return spawnApart(program, {word, std::to_string(places)}, {{control, STDIN_FILENO}}, process);
}

/// One datagram with the descriptors. Returns 0, or an errno.
int sendDatagram(int socket, std::string_view bytes, const std::vector<int>& descriptors)
{
    iovec part{const_cast<char*>(bytes.data()), bytes.size()};
    alignas(cmsghdr) char extra[CMSG_SPACE(2 * sizeof(int))] = {};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    if (!descriptors.empty()) {
        message.msg_control = extra;
        message.msg_controllen = CMSG_SPACE(descriptors.size() * sizeof(int));
        cmsghdr* const rights = CMSG_FIRSTHDR(&message);
        rights->cmsg_level = SOL_SOCKET;
        rights->cmsg_type = SCM_RIGHTS;
        rights->cmsg_len = CMSG_LEN(descriptors.size() * sizeof(int));
        std::memcpy(CMSG_DATA(rights), descriptors.data(), descriptors.size() * sizeof(int));
    }
    return ::sendmsg(socket, &message, MSG_NOSIGNAL) < 0 ? errno : 0;
}

} // namespace

Result<std::shared_ptr<RehearsalStage>> RehearsalStage::open(const std::string& program, StageKind kind,
                                                             std::size_t places)
{
    int pair[2];
    if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0)
        return noStage(std::strerror(errno));
    Descriptor ours(pair[0]);
    Descriptor theirs(pair[1]);
    pid_t process = -1;
    if (const int code = spawnStage(program, kind, places, theirs.get(), process); code != 0)
        return noStage(program + ": " + std::strerror(code));
    theirs.reset();
    std::shared_ptr<RehearsalStage> stage(new RehearsalStage(process, std::move(ours)));
    const MutexLock lock(stage->m_conversation);
    const auto words = stage->answer();
    if (!words)
        return words.error();
    if (words.value() != kStageStands)
        return noStage(words.value());
    return stage;
}

RehearsalStage::~RehearsalStage()
{
    ::shutdown(m_control.get(), SHUT_RDWR);
    const Descriptor process(static_cast<int>(::syscall(SYS_pidfd_open, m_process, 0)));
    pollfd ended{process.get(), POLLIN, 0};
    if (!process || ::poll(&ended, 1, 5000) != 1)
        ::kill(m_process, SIGKILL); // its world dies with it
    ::waitpid(m_process, nullptr, 0);
}

Result<void> RehearsalStage::carryOut(const StageOrder& order)
{
    const MutexLock lock(m_conversation);
    return send(order, {});
}

Result<void> RehearsalStage::carryOut(const std::vector<StageOrder>& orders)
{
    for (const StageOrder& order : orders)
        if (const auto done = carryOut(order); !done)
            return done.error();
    return {};
}

Result<std::unique_ptr<HostChannel>> RehearsalStage::start(std::size_t place, const std::string& name,
                                                           std::vector<std::string> words,
                                                           const std::vector<std::size_t>& cores)
{
    const StageOrder order{StageOrder::Kind::Start, place, std::move(words), coreText(cores)};
    return LocalChannel::open(name, [&](int stream, int errors) {
        const MutexLock lock(m_conversation);
        return send(order, {stream, errors});
    });
}

Result<void> RehearsalStage::send(const StageOrder& order, const std::vector<int>& descriptors)
{
    const std::string datagram = toDatagram(order);
    if (datagram.size() > kMaxStageOrder)
        return noStage(LOCKSTEP_TEXT("the drawing is too large"));
    if (const int code = sendDatagram(m_control.get(), datagram, descriptors); code != 0)
        return noStage(std::strerror(code));
    const auto words = answer();
    if (!words)
        return words.error();
    if (words.value() != kOrderDone)
        return noStage(words.value());
    return {};
}

Result<std::string> RehearsalStage::answer()
{
    std::array<char, 4096> words;
    pollfd ready{m_control.get(), POLLIN, 0};
    const Deadline deadline = deadlineIn(kPatience);
    while (::poll(&ready, 1, millisecondsUntil(deadline)) < 0 && errno == EINTR) {
    }
    const ssize_t size = ::recv(m_control.get(), words.data(), words.size(), MSG_DONTWAIT);
    if (size <= 0)
        return noStage(LOCKSTEP_TEXT("its stage has ended"));
    return std::string(words.data(), static_cast<std::size_t>(size));
}

} // namespace lockstep

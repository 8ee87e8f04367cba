// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/preview_process.h"

#include "engine/protocol/attach_messages.h"
#include "engine/protocol/data_preview.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace lockstep {
namespace {

/// As the desktop waits for a preview at its own computer.
constexpr auto kLimit = std::chrono::minutes(10);
constexpr std::size_t kChunk = 256u << 10;

} // namespace

PreviewProcess::PreviewProcess(std::uint32_t request, std::vector<std::string> command,
                               const std::string& payload, ChildReaper& reaper)
    : m_request(request), m_reaper(reaper), m_deadline(Clock::now() + kLimit)
{
    // A socket takes the whole request at once, so nothing need be written later.
    int ends[2] = {-1, -1};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        throw systemError(LOCKSTEP_TEXT("open a socket"), errno);
    Descriptor mine(ends[0]);
    const Descriptor theirs(ends[1]);
    const Descriptor null(::open("/dev/null", O_WRONLY | O_CLOEXEC));
    setNonBlocking(mine.get());
    if (const int reason = writeWhole(mine.get(), payload); reason != 0)
        throw systemError(LOCKSTEP_TEXT("preview the data"), reason);
    ::shutdown(mine.get(), SHUT_WR);
    std::vector<char*> arguments;
    for (std::string& word : command)
        arguments.push_back(word.data());
    arguments.push_back(nullptr);
    const pid_t parent = ::getpid();
    m_pid = ::fork();
    if (m_pid < 0)
        throw systemError(LOCKSTEP_TEXT("preview the data"), errno);
    if (m_pid == 0) {
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        // Its sentences for people would mix with those of the conversation; the answer has them too.
        if (::getppid() == parent && ::dup2(theirs.get(), STDIN_FILENO) >= 0 &&
            ::dup2(theirs.get(), STDOUT_FILENO) >= 0 && ::dup2(null.get(), STDERR_FILENO) >= 0)
            ::execv(arguments[0], arguments.data());
        ::_exit(127);
    }
    m_output = std::move(mine);
}

PreviewProcess::~PreviewProcess()
{
    if (m_pid > 0) {
        ::kill(m_pid, SIGKILL);
        m_reaper.adopt(m_pid); // one that hangs on a dead disk is nobody's to wait for
    }
}

void PreviewProcess::addTo(PollTurn& turn)
{
    if (m_output)
        turn.add(m_output.get(), POLLIN, [this] { read(); });
}

void PreviewProcess::read()
{
    const std::size_t before = m_answer.size();
    m_answer.resize(before + kChunk);
    const ssize_t count = ::recv(m_output.get(), m_answer.data() + before, kChunk, 0);
    m_answer.resize(before + (count > 0 ? static_cast<std::size_t>(count) : 0));
    if (count == 0 || (count < 0 && !isTransient(errno)) || m_answer.size() > kMaxPreviewBytes)
        m_output.reset();
}

Frame PreviewProcess::fail(const std::string& payload)
{
    m_over = true;
    return {FrameType::Failed, m_request, payload};
}

std::optional<Frame> PreviewProcess::next()
{
    if (m_output && Clock::now() < m_deadline)
        return std::nullopt;
    if (m_output || m_answer.size() > kMaxPreviewBytes)
        return fail(
            toJson(Error{LOCKSTEP_TEXT("The preview of the data took too long and was ended."), {}, {}}));
    if (!m_status) {
        int status = 0;
        const pid_t reaped = ::waitpid(m_pid, &status, WNOHANG);
        if (reaped == 0)
            return std::nullopt;
        m_status = reaped == m_pid ? status : -1;
        m_pid = -1;
    }
    if (*m_status != 0) {
        // What it printed is the error in the form of a Failed frame, unless it died.
        const bool spoke = WIFEXITED(*m_status) && !m_answer.empty();
        return fail(
            spoke
                ? toJson(parseError(m_answer))
                : toJson(Error{LOCKSTEP_TEXT("The engine broke down while it previewed the data."), {}, {}}));
    }
    if (m_sent == m_answer.size()) {
        m_over = true;
        return Frame{FrameType::Ended, m_request, toJson(EndedMessage{m_sent})};
    }
    const std::string_view bytes = std::string_view(m_answer).substr(m_sent, kChunk);
    Frame frame{FrameType::Data, m_request, encodeData(m_sent, bytes)};
    m_sent += bytes.size();
    return frame;
}

} // namespace lockstep

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/answer_process.h"

#include "engine/protocol/attach_messages.h"
#include "engine/protocol/evaluation_report.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace lockstep {
namespace {

constexpr std::size_t kChunk = 256u << 10;
/// Of a line on how far it is; an answer is longer, or the last line.
constexpr std::size_t kMaxProgressBytes = 256;
/// Ranks that train on this host go first.
constexpr int kNiceness = 10;

} // namespace

AnswerProcess::AnswerProcess(std::uint32_t request, Question question, ChildReaper& reaper)
    : m_request(request), m_question(std::move(question)), m_reaper(reaper),
      m_deadline(Clock::now() + m_question.limit)
{
    begin();
}

void AnswerProcess::begin()
{
    // A socket takes the whole input at once, so nothing need be written later.
    int ends[2] = {-1, -1};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        throw systemError(LOCKSTEP_TEXT("open a socket"), errno);
    Descriptor mine(ends[0]);
    const Descriptor theirs(ends[1]);
    const Descriptor null(::open("/dev/null", O_WRONLY | O_CLOEXEC));
    setNonBlocking(mine.get());
    if (const int reason = writeWhole(mine.get(), m_question.input); reason != 0)
        throw systemError(LOCKSTEP_TEXT("ask the engine"), reason);
    ::shutdown(mine.get(), SHUT_WR);
    std::vector<char*> arguments;
    for (std::string& word : m_question.command)
        arguments.push_back(word.data());
    arguments.push_back(nullptr);
    const pid_t parent = ::getpid();
    m_pid = ::fork();
    if (m_pid < 0)
        throw systemError(LOCKSTEP_TEXT("ask the engine"), errno);
    if (m_pid == 0) {
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        ::setpriority(PRIO_PROCESS, 0, kNiceness);
        // Its sentences for people would mix with those of the conversation; the answer has them too.
        if (::getppid() == parent && ::dup2(theirs.get(), STDIN_FILENO) >= 0 &&
            ::dup2(theirs.get(), STDOUT_FILENO) >= 0 && ::dup2(null.get(), STDERR_FILENO) >= 0)
            ::execv(arguments[0], arguments.data());
        ::_exit(127);
    }
    m_output = std::move(mine);
}

AnswerProcess::~AnswerProcess()
{
    if (m_pid > 0) {
        ::kill(m_pid, SIGKILL);
        m_reaper.adopt(m_pid); // one that hangs on a dead disk is nobody's to wait for
    }
}

void AnswerProcess::addTo(PollTurn& turn)
{
    if (m_output)
        turn.add(m_output.get(), POLLIN, [this] { read(); });
}

void AnswerProcess::read()
{
    const std::size_t before = m_answer.size();
    m_answer.resize(before + kChunk);
    const ssize_t count = ::recv(m_output.get(), m_answer.data() + before, kChunk, 0);
    m_answer.resize(before + (count > 0 ? static_cast<std::size_t>(count) : 0));
    const bool isOver = count == 0 || (count < 0 && !isTransient(errno));
    takeProgress();
    if (isOver || m_answer.size() > m_question.maxBytes)
        m_output.reset();
}

/// Of several lines on how far it is, the last one is told.
void AnswerProcess::takeProgress()
{
    for (;;) {
        const std::size_t end = std::string_view(m_answer).substr(0, kMaxProgressBytes).find('\n');
        if (end == std::string_view::npos)
            return;
        const auto progress = parseEvaluationProgress(std::string_view(m_answer).substr(0, end));
        if (!progress)
            return;
        m_progress = toJson(ProgressMessage{static_cast<std::uint64_t>(progress->samples),
                                            static_cast<std::uint64_t>(progress->of)});
        m_answer.erase(0, end + 1);
    }
}

Frame AnswerProcess::fail(const std::string& payload)
{
    m_over = true;
    return {FrameType::Failed, m_request, payload};
}

std::optional<Frame> AnswerProcess::next()
{
    if (m_progress)
        return Frame{FrameType::Progressed, m_request, *std::exchange(m_progress, std::nullopt)};
    if (m_output && Clock::now() < m_deadline)
        return std::nullopt;
    if (m_output || m_answer.size() > m_question.maxBytes)
        return fail(toJson(m_question.tooLate));
    return answer();
}

/// What it said in all, once it is gone.
std::optional<Frame> AnswerProcess::answer()
{
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
        return fail(toJson(spoke ? parseError(m_answer) : m_question.breakdown));
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

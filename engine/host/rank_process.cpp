// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/rank_process.h"

#include "engine/host/passed_environment.h"
#include "engine/host/run_store.h"
#include "engine/protocol/journal.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace lockstep {
namespace {

std::vector<char*> pointers(std::vector<std::string>& words)
{
    std::vector<char*> result;
    for (std::string& word : words)
        result.push_back(word.data());
    result.push_back(nullptr);
    return result;
}

struct ChildPlan {
    pid_t parent = 0;
    int input = -1, log = -1, listener = -1, memory = -1, failure = -1;
    char* const* arguments = nullptr;
    char* const* environment = nullptr;
};

/// Runs in the child between fork and exec: async-signal-safe calls only.
[[noreturn]] void becomeRank(const ChildPlan& plan)
{
    ::setpgid(0, 0);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    // The parent may have died before the request above was in force.
    if (::getppid() != plan.parent)
        ::_exit(1);
    for (const int signal : {SIGHUP, SIGINT, SIGPIPE, SIGTERM, SIGCHLD})
        ::signal(signal, SIG_DFL);
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    const auto inherit = [](int descriptor) {
        return descriptor < 0 || ::fcntl(descriptor, F_SETFD, 0) == 0;
    };
    const bool ready = ::dup2(plan.input, STDIN_FILENO) >= 0 && ::dup2(plan.log, STDOUT_FILENO) >= 0 &&
                       ::dup2(plan.log, STDERR_FILENO) >= 0 && inherit(plan.listener) && inherit(plan.memory);
    if (ready)
        ::execve(plan.arguments[0], plan.arguments, plan.environment);
    const int error = errno;
    [[maybe_unused]] const ssize_t written = ::write(plan.failure, &error, sizeof error);
    ::_exit(127);
}

} // namespace

RankProcess::RankProcess(RankStart start)
    : m_role(start.launch.role), m_rank(start.launch.rank), m_hostName(start.hostName),
      m_program(start.command[0]), m_execDeadline(Clock::now() + kExecLimit),
      m_launch(toJson(start.launch) + "\n")
{
    const Descriptor log(
        ::open(start.logPath.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0600));
    if (!log)
        throw fileError(start.logPath, errno);
    auto [reading, writing] = makePipe();
    auto [failed, failing] = makePipe();
    // The rank reads its launch with plain blocking reads.
    ::fcntl(reading.get(), F_SETFL, 0);
    std::vector<std::string> environment = passedEnvironment(start.environment);
    const std::vector<char*> arguments = pointers(start.command);
    const std::vector<char*> entries = pointers(environment);
    const ChildPlan plan{.parent = ::getpid(),
                         .input = reading.get(),
                         .log = log.get(),
                         .listener = start.launch.listenDescriptor,
                         .memory = start.launch.memoryDescriptor,
                         .failure = failing.get(),
                         .arguments = arguments.data(),
                         .environment = entries.data()};
    const pid_t pid = ::fork();
    if (pid < 0)
        throw systemError(LOCKSTEP_TEXT("start a rank"), errno);
    if (pid == 0)
        becomeRank(plan);
    ::setpgid(pid, pid); // both sides do it, so that it holds whoever runs first
    m_identity.pid = pid;
    if (const auto identity = identityOf(pid))
        m_identity = *identity;
    m_exec = std::move(failed);
    m_input = std::move(writing);
    writeLaunch();
}

void RankProcess::addTo(PollTurn& turn)
{
    if (m_input)
        turn.add(m_input.get(), POLLOUT, [this] { writeLaunch(); });
    if (m_exec)
        turn.add(m_exec.get(), POLLIN, [this] { readExec(); });
}

void RankProcess::readExec()
{
    int error = 0;
    const ssize_t count = m_exec ? ::read(m_exec.get(), &error, sizeof error) : 0;
    if (count < 0 && isTransient(errno))
        return;
    m_execError = count == sizeof error ? error : 0;
    m_exec.reset();
}

void RankProcess::writeLaunch()
{
    while (m_input && m_written < m_launch.size()) {
        const ssize_t count =
            ::write(m_input.get(), m_launch.data() + m_written, m_launch.size() - m_written);
        if (count < 0 && isTransient(errno))
            return;
        if (count < 0)
            break; // it is gone; its exit status says why
        m_written += static_cast<std::size_t>(count);
    }
    m_input.reset();
    std::fill(m_launch.begin(), m_launch.end(), '\0'); // it holds the token
}

void RankProcess::terminate()
{
    if (m_ended)
        return;
    m_terminated = true;
    ::kill(-m_identity.pid, SIGTERM);
    ::kill(-m_identity.pid, SIGCONT);
}

void RankProcess::kill()
{
    if (m_ended)
        return;
    m_killed = true;
    ::kill(-m_identity.pid, SIGKILL);
}

void RankProcess::reap()
{
    // While the leader waits to be reaped, nobody else can get its number or its group's.
    ::kill(-m_identity.pid, SIGKILL);
    rusage usage{};
    if (::wait4(m_identity.pid, &m_waitStatus, WNOHANG, &usage) == m_identity.pid)
        m_ended = true;
    m_peakBytes = std::int64_t{usage.ru_maxrss} * 1024;
    if (m_exec)
        readExec();
    m_exec.reset();
    m_input.reset();
}

RankEnd RankProcess::end(const HostFolder& folder, int attempt) const
{
    RankEnd end;
    end.role = m_role;
    end.rank = m_rank;
    end.hostName = m_hostName;
    end.toldToEnd = m_terminated || m_killed;
    end.peakBytes = m_peakBytes;
    if (WIFSIGNALED(m_waitStatus)) {
        const int signal = WTERMSIG(m_waitStatus);
        end.exitCode = 128 + signal;
        end.killedByUs = (m_killed && signal == SIGKILL) || (m_terminated && signal == SIGTERM);
        return end;
    }
    end.exitCode = WEXITSTATUS(m_waitStatus);
    if (m_execError != 0) {
        end.exitCode = static_cast<int>(ExitCode::Failure);
        end.message = Sentence(LOCKSTEP_TEXT("Cannot start %1 as a rank: %2."),
                               {m_program, std::strerror(m_execError)});
    } else if (end.exitCode != 0) {
        const LastWords words = lastWords(folder, attempt, m_role, m_rank);
        end.message = words.message;
        end.culprit = words.culprit;
        end.saidNs = words.saidNs;
    }
    return end;
}

std::string logFile(Role role, int attempt, int number)
{
    return role == Role::Rank ? rankLog(attempt, number)
                              : attemptFolder(attempt) + "/server-" + std::to_string(number) + ".log";
}

LastWords lastWords(const HostFolder& folder, int attempt, Role role, int rank)
{
    LastWords words;
    if (role == Role::Rank)
        for (const Record& record : journalTail(folder, attempt, rank))
            if (const auto* finished = std::get_if<RankFinished>(&record.event))
                words = {finished->message, finished->culprit, record.monotonicNs};
    if (!words.message.empty())
        return words;
    constexpr std::size_t kMostOfLog = 400;
    std::string text = folder.readTail(logFile(role, attempt, rank), kMostOfLog);
    while (!text.empty() && text.back() == '\n')
        text.pop_back();
    words.message = text.substr(text.rfind('\n') == std::string::npos ? 0 : text.rfind('\n') + 1);
    return words;
}

} // namespace lockstep

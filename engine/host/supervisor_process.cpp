// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/supervisor_process.h"

#include "engine/core/stack_trace.h"
#include "engine/host/thrown.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace lockstep {
namespace {

constexpr auto kSubmitLimit = std::chrono::seconds(10);
/// Shorter than attach waits for the answer to Submit.
constexpr auto kLockPatience = std::chrono::seconds(10);
constexpr auto kAnswerLimit = std::chrono::seconds(5);

Frame readSubmit(FrameChannel& channel)
{
    const auto deadline = Clock::now() + kSubmitLimit;
    while (Clock::now() < deadline && !channel.closed()) {
        std::vector<Frame> frames;
        PollTurn turn;
        channel.addTo(turn, true, [&] { frames = channel.receive(); });
        turn.wait(deadline);
        if (!frames.empty())
            return frames.front();
    }
    throw EngineError(ExitCode::Usage,
                      {LOCKSTEP_TEXT("lockstep-engine supervise is started by lockstep-engine "
                                     "attach, which gives it a run on standard input."),
                       {},
                       {}});
}

void sendAnswer(FrameChannel& channel, const Frame& frame)
{
    channel.send(frame);
    const auto deadline = Clock::now() + kAnswerLimit;
    while (channel.queuedBytes() > 0 && !channel.closed() && Clock::now() < deadline) {
        PollTurn turn;
        channel.addTo(turn, false, [] {});
        turn.wait(deadline);
    }
}

bool isActive(const HostFolder& folder)
{
    try {
        const auto stored = folder.readState();
        return stored && !hasEnded(stored->state.phase) && isAlive(stored->supervisor);
    } catch (const EngineError&) {
        return false; // a damaged state; whoever asks for that run is told
    }
}

void checkRoom(const SubmitRequest& request)
{
    const auto folders = openHostFolders();
    const bool known = std::any_of(folders.begin(), folders.end(), [&](const HostFolder& folder) {
        return folder.run() == request.run && folder.host() == request.host;
    });
    if (!known && folders.size() >= kMaxRunFolders)
        throw refusal(LOCKSTEP_TEXT("This host keeps %1 runs already. Remove old ones first."),
                      {std::to_string(folders.size())});
    const auto active = static_cast<std::size_t>(std::count_if(folders.begin(), folders.end(), isActive));
    if (active >= kMaxActiveRuns)
        throw refusal(LOCKSTEP_TEXT("%1 runs are going on here already. Stop one first."),
                      {std::to_string(active)});
}

/// REQUIRES: `lock` is the folder's; what was found before it was taken may be out of date.
void checkAttempt(const HostFolder& folder, const Descriptor& lock, const SubmitRequest& request)
{
    const auto last = settledState(folder, lock);
    if (last && !hasEnded(last->phase))
        throw refusal(
            LOCKSTEP_TEXT("The run %1 is going on on another machine that shares this home folder."),
            {request.run});
    if (last && request.attempt <= last->attempt)
        throw refusal(
            LOCKSTEP_TEXT("The run %1 has had attempt %2 here; the next one must have a higher number, "
                          "but %3 was asked for."),
            {request.run, std::to_string(last->attempt), std::to_string(request.attempt)});
}

SubmitRequest requestIn(const Frame& frame)
{
    if (frame.type != FrameType::Submit)
        throw EngineError(ExitCode::Usage,
                          {LOCKSTEP_TEXT("The supervisor expects a Submit frame first."), {}, {}});
    return valueOrThrow(parseMessage<SubmitRequest>(frame.payload), ExitCode::Usage);
}

/// From here on nothing of the process that asked is held: not its pipes, not its terminal.
void letGo(int logDescriptor)
{
    const Descriptor null(::open("/dev/null", O_RDWR | O_CLOEXEC));
    if (!null || ::dup2(null.get(), STDIN_FILENO) < 0 || ::dup2(logDescriptor, STDOUT_FILENO) < 0 ||
        ::dup2(logDescriptor, STDERR_FILENO) < 0)
        throw systemError(LOCKSTEP_TEXT("detach from the process that asked"), errno);
}

} // namespace

Descriptor becomeSupervisor()
{
    ::umask(077);
    forbidCoreDumps();
    leaveStackOfCrash();
    ::prctl(PR_SET_CHILD_SUBREAPER, 1);
    for (const int signal : {SIGHUP, SIGINT, SIGPIPE})
        ::signal(signal, SIG_IGN);
    sigset_t signals;
    ::sigemptyset(&signals);
    // Grid Engine announces the end of a job by the last two.
    for (const int signal : {SIGCHLD, SIGTERM, SIGUSR1, SIGUSR2})
        ::sigaddset(&signals, signal);
    ::sigprocmask(SIG_BLOCK, &signals, nullptr);
    Descriptor descriptor(::signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK));
    if (!descriptor)
        throw systemError(LOCKSTEP_TEXT("read signals"), errno);
    return descriptor;
}

std::unique_ptr<Supervisor> makeSupervisor(SubmitRequest request, SupervisorOptions options)
{
    checkRoom(request);
    HostFolder folder = HostFolder::create(request.run, request.host);
    Descriptor lock = folder.lock(kLockPatience);
    if (!lock)
        throw refusal(LOCKSTEP_TEXT("Another supervisor owns the run %1 on this host."), {request.run});
    checkAttempt(folder, lock, request);
    sweepProcesses(SweepScope::Marked, folder.mark(), Clock::now() + std::chrono::seconds(3));
    return std::make_unique<Supervisor>(std::move(request), std::move(folder), std::move(lock),
                                        std::move(options));
}

void superviseFromStandardInput(SupervisorOptions options)
{
    const Descriptor signals = becomeSupervisor();
    Descriptor socket(::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3));
    if (!socket)
        throw systemError(LOCKSTEP_TEXT("read standard input"), errno);
    FrameChannel asker(std::move(socket));
    const Frame frame = readSubmit(asker);
    std::unique_ptr<Supervisor> supervisor;
    try {
        supervisor = makeSupervisor(requestIn(frame), std::move(options));
    } catch (const std::exception& error) {
        sendAnswer(asker, failedFrame(frame.request, error));
        throw;
    }
    letGo(supervisor->logDescriptor());
    sendAnswer(asker, {FrameType::Submitted, frame.request, toJson(supervisor->submitted())});
    asker = FrameChannel(Descriptor(::open("/dev/null", O_RDWR | O_CLOEXEC)));
    supervisor->run(signals.get());
}

Descriptor spawnSupervisor(const std::vector<std::string>& command)
{
    int ends[2] = {-1, -1};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        throw systemError(LOCKSTEP_TEXT("open a socket"), errno);
    Descriptor mine(ends[0]);
    const Descriptor theirs(ends[1]);
    const Descriptor null(::open("/dev/null", O_RDWR | O_CLOEXEC));
    std::vector<std::string> words = command;
    std::vector<char*> arguments;
    for (std::string& word : words)
        arguments.push_back(word.data());
    arguments.push_back(nullptr);
    const pid_t child = ::fork();
    if (child < 0)
        throw systemError(LOCKSTEP_TEXT("start a supervisor"), errno);
    if (child == 0) {
        ::setsid();
        // The second fork makes the supervisor nobody's session leader, so that it can never gain a terminal.
        if (::fork() == 0) {
            if (::dup2(theirs.get(), STDIN_FILENO) >= 0 && ::dup2(null.get(), STDOUT_FILENO) >= 0 &&
                ::dup2(null.get(), STDERR_FILENO) >= 0)
                ::execv(arguments[0], arguments.data());
            ::_exit(127);
        }
        ::_exit(0);
    }
    ::waitpid(child, nullptr, 0);
    return mine;
}

} // namespace lockstep

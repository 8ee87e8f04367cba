// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/core/stack_trace.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <execinfo.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace lockstep {
namespace {

constexpr int kSignal = SIGUSR1;
constexpr int kMostFrames = 64;

/// Async-signal-safe: backtrace() has been called before, so it loads nothing any more.
void tellStack(int)
{
    constexpr char kHead[] = "stack of the main thread, the innermost call first:\n";
    const int before = errno;
    std::array<void*, kMostFrames> frames{};
    const int count = ::backtrace(frames.data(), kMostFrames);
    [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, kHead, sizeof kHead - 1);
    ::backtrace_symbols_fd(frames.data(), count, STDERR_FILENO);
    errno = before;
}

} // namespace

void answerWithStack()
{
    std::array<void*, 1> frame{};
    ::backtrace(frame.data(), 1);
    struct sigaction action {};
    action.sa_handler = tellStack;
    action.sa_flags = SA_RESTART;
    ::sigaction(kSignal, &action, nullptr);
}

void askForStack(pid_t process)
{
    ::syscall(SYS_tgkill, process, process, kSignal);
}

} // namespace lockstep

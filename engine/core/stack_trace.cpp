// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/core/stack_trace.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <execinfo.h>
#include <string_view>
#include <sys/syscall.h>
#include <unistd.h>

namespace lockstep {
namespace {

constexpr int kSignal = SIGUSR1;
constexpr int kMostFrames = 64;

/// backtrace() loads a library when it is called for the first time, which no signal handler may do.
void prepareStack()
{
    std::array<void*, 1> frame{};
    ::backtrace(frame.data(), 1);
}

/// Async-signal-safe after prepareStack().
void writeStack(std::string_view head)
{
    const int before = errno;
    std::array<void*, kMostFrames> frames{};
    const int count = ::backtrace(frames.data(), kMostFrames);
    [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, head.data(), head.size());
    ::backtrace_symbols_fd(frames.data(), count, STDERR_FILENO);
    errno = before;
}

void tellStack(int)
{
    writeStack("stack of the main thread, the innermost call first:\n");
}

void tellCrash(int signal)
{
    writeStack("a crash; the stack of its thread, the innermost call first:\n");
    ::raise(signal); // it waits until this handler, which is no longer set, returns
}

} // namespace

void leaveStackOfCrash()
{
    prepareStack();
    struct sigaction action {};
    action.sa_handler = tellCrash;
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    for (const int signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT}) {
        struct sigaction before {};
        // A sanitizer tells more than a stack.
        if (::sigaction(signal, nullptr, &before) == 0 && before.sa_handler == SIG_DFL)
            ::sigaction(signal, &action, nullptr);
    }
}

void answerWithStack()
{
    prepareStack();
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

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0

/// How programs run in a build with sanitizers. Compiled in rather than set in the environment of a test:
/// supervisors, ranks and what sshd starts begin with an environment of their own.
///
/// Every report becomes a file of the build's folder `findings`, because nobody reads the standard error of a
/// rank that was killed; `tests/run --preset` shows them. To see one at once: ASAN_OPTIONS=log_path=stderr.
/// Core dumps are for the program to forbid, which a test holds it to.
#include <cstdarg>
#include <dlfcn.h>
#include <execinfo.h>
#include <sched.h>
#include <sys/types.h>
#include <unistd.h>

extern "C" {

void __lsan_disable() __attribute__((weak));
void __lsan_enable() __attribute__((weak));
void __tsan_init() __attribute__((weak));

const char* __asan_default_options();
int __lsan_is_turned_off();
const char* __lsan_default_options();
const char* __tsan_default_options();
const char* __ubsan_default_options();

const char* __asan_default_options()
{
    return "log_path=" LOCKSTEP_FINDINGS ":suppressions=" LOCKSTEP_SUPPRESSIONS "/memory.txt"
           ":check_initialization_order=1:strict_init_order=1:strict_string_checks=1"
           ":detect_stack_use_after_return=1:disable_coredump=0";
}

/// Leaks are found by reading /proc, which an engine in an empty root does not have: there the attempt itself
/// would be the failure.
int __lsan_is_turned_off()
{
    return access("/proc/self/maps", R_OK) != 0;
}

const char* __lsan_default_options()
{
    return "suppressions=" LOCKSTEP_SUPPRESSIONS "/leaks.txt:print_suppressions=0";
}

const char* __tsan_default_options()
{
    return "log_path=" LOCKSTEP_FINDINGS ":suppressions=" LOCKSTEP_SUPPRESSIONS "/races.txt"
           // What has started a program by QProcess is taken for a fork that goes on with threads.
           ":print_suppressions=0:second_deadlock_stack=1:disable_coredump=0:die_after_fork=0";
}

const char* __ubsan_default_options()
{
    return "log_path=" LOCKSTEP_FINDINGS ":print_stacktrace=1";
}

/// How QProcess starts a program: by a child that shares this process's memory until it is another program.
/// What the thread sanitizer notes in the child, not to look any more, would then hold for the parent, whose
/// mutexes it would no longer see. There the child gets memory of its own.
int clone(int (*function)(void*), void* stack, int flags, void* argument, ...) noexcept
{
    va_list more;
    va_start(more, argument);
    pid_t* const parent = va_arg(more, pid_t*);
    void* const threadLocal = va_arg(more, void*);
    pid_t* const child = va_arg(more, pid_t*);
    va_end(more);
    static const auto next = reinterpret_cast<decltype(&clone)>(::dlsym(RTLD_NEXT, "clone"));
    if (__tsan_init != nullptr && (flags & CLONE_VFORK) != 0)
        flags &= ~CLONE_VM;
    return next(function, stack, flags, argument, parent, threadLocal, child);
}

} // extern "C"

namespace {

/// backtrace() loads libgcc_s at its first call, for good. In an engine that was started through the loader
/// of its bundle LeakSanitizer does not know that loader, and takes what it noted of the library for lost.
[[gnu::constructor]] void loadUnwinder()
{
    if (__lsan_disable == nullptr) // the thread sanitizer looks for no leaks
        return;
    __lsan_disable();
    void* frame = nullptr;
    ::backtrace(&frame, 1);
    __lsan_enable();
}

} // namespace

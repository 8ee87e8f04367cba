// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/core/process_end.h"

#include <atomic>
#include <csignal>

#include <unistd.h>

namespace lockstep {
namespace {

std::atomic<int> g_endCode{0};
static_assert(std::atomic<int>::is_always_lock_free);

extern "C" void endAtOnce(int)
{
    ::_exit(g_endCode.load());
}

} // namespace

void endWithin(std::chrono::seconds time, ExitCode code)
{
    g_endCode.store(static_cast<int>(code));
    struct sigaction action {};
    action.sa_handler = endAtOnce;
    sigemptyset(&action.sa_mask);
    // What cannot be taken over leaves the process to end by itself.
    if (::sigaction(SIGALRM, &action, nullptr) == 0)
        (void)::alarm(static_cast<unsigned>(time.count()));
}

} // namespace lockstep

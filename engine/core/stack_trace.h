// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

namespace lockstep {

/// From now on this process answers askForStack() with the stack of its main thread, on its standard error.
/// Once, before other threads are started.
void answerWithStack();

/// From now on a crash of this process (SIGSEGV, SIGABRT, ...) leaves the stack of the thread that crashed on
/// its standard error, and ends it as before. Once, before other threads are started.
void leaveStackOfCrash();

/// Asks a process that does so. Nothing comes of one that is frozen or hangs inside the system. Other
/// processes end by it.
void askForStack(pid_t process);

} // namespace lockstep

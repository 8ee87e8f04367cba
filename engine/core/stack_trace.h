// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

namespace lockstep {

/// From now on this process answers askForStack() with the stack of its main thread, on its standard error.
/// Once, before other threads are started.
void answerWithStack();

/// Asks a process that does so. Nothing comes of one that is frozen or hangs inside the system. Other
/// processes end by it.
void askForStack(pid_t process);

} // namespace lockstep

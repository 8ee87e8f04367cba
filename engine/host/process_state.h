// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <sys/types.h>

namespace lockstep {

enum class ProcessState {
    Running,        ///< or waiting for something that a signal ends
    Frozen,         ///< stopped by a signal or a debugger
    InsideTheSystem ///< waiting for something that nothing ends
};
/// As proc(5) tells. None when it is gone or only waits to be reaped.
std::optional<ProcessState> stateOf(pid_t pid);

} // namespace lockstep

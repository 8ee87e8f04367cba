// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/child_reaper.h"

#include <sys/wait.h>

namespace lockstep {

void ChildReaper::reap()
{
    // Gone also when somebody else has reaped it.
    std::erase_if(m_children, [](pid_t child) { return ::waitpid(child, nullptr, WNOHANG) != 0; });
}

} // namespace lockstep

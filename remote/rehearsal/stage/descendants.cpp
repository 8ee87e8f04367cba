// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/rehearsal/stage/descendants.h"

#include "remote/rehearsal/stage/places.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <poll.h>
#include <sstream>
#include <stdexcept>
#include <string>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace lockstep {

namespace {

constexpr std::chrono::seconds kEndingTime{3};

/// -1 of one that has ended.
pid_t parentOf(pid_t process)
{
    const std::string text = toldOf(process, "stat");
    // "12 (its name) S 1 ...": a name may hold brackets.
    const std::size_t name = text.rfind(')');
    pid_t parent = -1;
    if (name != std::string::npos)
        std::istringstream(text.substr(std::min(name + 3, text.size()))) >> parent;
    return parent;
}

} // namespace

void adoptDescendants()
{
    if (::prctl(PR_SET_CHILD_SUBREAPER, 1) != 0)
        throw std::runtime_error(std::string("prctl: ") + std::strerror(errno));
}

void endDescendants()
{
    const auto deadline = std::chrono::steady_clock::now() + kEndingTime;
    for (bool areGone = false; !areGone && std::chrono::steady_clock::now() < deadline;) {
        areGone = true;
        for (const pid_t process : allProcesses()) {
            if (parentOf(process) != ::getpid())
                continue;
            areGone = false; // and its own children become ours
            ::kill(process, SIGKILL);
        }
        while (::waitpid(-1, nullptr, WNOHANG) > 0) {
        }
        ::poll(nullptr, 0, areGone ? 0 : 1);
    }
}

} // namespace lockstep

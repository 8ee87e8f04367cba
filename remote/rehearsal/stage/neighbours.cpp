// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/rehearsal/stage/neighbours.h"

#include "remote/rehearsal/stage/cores.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <sys/syscall.h>
#include <unistd.h>

namespace lockstep {

namespace {

/// In the child: computes until it is killed.
[[noreturn]] void compute(const Places& places, std::size_t place, int core)
{
    if (!places.enter(place))
        ::_exit(1);
    keepToCores({core});
    for (volatile unsigned turns = 0;;)
        turns = turns + 1;
}

} // namespace

std::string Neighbours::moveIn(const Places& places, std::size_t place, const std::string& cores)
{
    for (const int core : coresNamed(cores)) {
        const pid_t process = ::fork();
        if (process < 0)
            return std::string("fork: ") + std::strerror(errno);
        if (process == 0)
            compute(places, place, core);
        m_processes[place].emplace_back(static_cast<int>(::syscall(SYS_pidfd_open, process, 0)));
    }
    return {};
}

void Neighbours::moveOut(std::size_t place)
{
    signal(place, SIGKILL);
    m_processes.erase(place);
}

void Neighbours::signal(std::size_t place, int number) const
{
    const auto found = m_processes.find(place);
    if (found == m_processes.end())
        return;
    // By descriptor: the number of one that was killed with its place may be another's by now.
    for (const Descriptor& process : found->second)
        ::syscall(SYS_pidfd_send_signal, process.get(), number, nullptr, 0);
}

} // namespace lockstep

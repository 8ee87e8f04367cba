// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/rehearsal/stage/cores.h"

#include <cstddef>
#include <sched.h>
#include <sstream>

namespace lockstep {

namespace {

std::vector<int> usableCores()
{
    std::vector<int> usable;
    cpu_set_t allowed;
    if (::sched_getaffinity(0, sizeof allowed, &allowed) != 0)
        return usable; // more processors than the set has bits for: they are not scarce
    for (int core = 0; core < CPU_SETSIZE; ++core)
        if (CPU_ISSET(core, &allowed))
            usable.push_back(core);
    return usable;
}

} // namespace

std::vector<int> coresNamed(const std::string& text)
{
    const std::vector<int> usable = usableCores();
    if (text.empty())
        return usable;
    std::vector<int> cores;
    std::istringstream numbers(text);
    for (std::size_t number = 0; numbers >> number;)
        if (number < usable.size())
            cores.push_back(usable[number]);
    return cores;
}

void keepToCores(const std::vector<int>& cores)
{
    cpu_set_t own;
    CPU_ZERO(&own);
    for (const int core : cores)
        CPU_SET(core, &own);
    ::sched_setaffinity(0, sizeof own, &own); // none at all is refused, and changes nothing
}

} // namespace lockstep

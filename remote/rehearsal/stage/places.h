// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <sys/types.h>
#include <vector>

namespace lockstep {

/// The places of a stage, as what runs in them sees them: each has a home, and a network of its own. Where
/// this computer refuses networks all of them have its own, and their homes alone tell them apart.
class Places {
public:
    enum class Networks { Own, Shared };
    /// `disk`: the folder in which their homes are.
    Places(std::size_t count, std::string disk, Networks networks);

    std::size_t count() const { return m_count; }
    bool haveNetworks() const { return m_networks == Networks::Own; }
    std::string homeOf(std::size_t place) const;
    /// The file in it by whose presence its data are slow (kSlowData).
    std::string brakeOf(std::size_t place) const;
    /// From now on this process is of the place. False: errno tells why not.
    bool enter(std::size_t place) const;
    /// What runs there now, but for what is about to end or to begin.
    std::vector<pid_t> processesIn(std::size_t place) const;

private:
    bool holds(std::size_t place, pid_t process) const;

    std::size_t m_count;
    std::string m_disk;
    Networks m_networks;
};

/// The numbers of all processes that can be seen.
std::vector<pid_t> allProcesses();
/// What the kernel tells of one ("stat"); empty where it does not, as of one that ends meanwhile.
std::string toldOf(pid_t process, const char* file);

} // namespace lockstep

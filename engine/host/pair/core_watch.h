// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// How busy the cores of this host are, from when this was made.
class CoreWatch {
public:
    CoreWatch();
    /// Of the busiest core, 0 ... 1; 0 where the kernel does not tell.
    double busiest() const;

    /// The counts of a core in ticks.
    struct Ticks {
        std::uint64_t idle = 0; ///< waiting for disks included
        std::uint64_t total = 0;
    };
    /// By core, from the text of /proc/stat.
    static std::vector<Ticks> ticksOf(std::string_view stat);
    static double busiest(const std::vector<Ticks>& before, const std::vector<Ticks>& after);

private:
    std::vector<Ticks> m_begin;
};

} // namespace lockstep

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/blame/busy_cores.h"

#include <fstream>
#include <string>

namespace lockstep {

double BusyCores::busyFraction() const
{
    const Ticks end = now();
    const long long all = end.all - m_begin.all;
    return all > 0 ? 1 - static_cast<double>(end.idle - m_begin.idle) / static_cast<double>(all) : 0;
}

/// proc_stat(5): "cpu user nice system idle iowait irq softirq steal guest ..."; guests are of users.
BusyCores::Ticks BusyCores::now()
{
    std::ifstream file("/proc/stat");
    std::string name;
    file >> name;
    Ticks ticks;
    for (int column = 0; column < 8; ++column) {
        long long value = 0;
        file >> value;
        ticks.all += value;
        ticks.idle += column == 3 || column == 4 ? value : 0;
    }
    return ticks;
}

} // namespace lockstep

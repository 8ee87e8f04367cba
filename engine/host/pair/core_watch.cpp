// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/pair/core_watch.h"

#include "engine/core/text_of_file.h"

#include <algorithm>
#include <cctype>
#include <sstream>

namespace lockstep {
namespace {

std::vector<CoreWatch::Ticks> ticksNow()
{
    return CoreWatch::ticksOf(textOfFile("/proc/stat"));
}

} // namespace

CoreWatch::CoreWatch() : m_begin(ticksNow()) {}

double CoreWatch::busiest() const
{
    return busiest(m_begin, ticksNow());
}

std::vector<CoreWatch::Ticks> CoreWatch::ticksOf(std::string_view stat)
{
    std::vector<Ticks> cores;
    std::istringstream lines{std::string(stat)};
    for (std::string line; std::getline(lines, line);) {
        // "cpu3 user nice system idle iowait irq softirq steal ..."; "cpu " is the sum of all.
        if (!line.starts_with("cpu") || line.size() < 4 || !std::isdigit(static_cast<unsigned char>(line[3])))
            continue;
        std::istringstream words(line.substr(line.find(' ')));
        Ticks ticks;
        std::uint64_t count = 0;
        for (int column = 0; column < 8 && words >> count; ++column) {
            ticks.total += count;
            if (column == 3 || column == 4)
                ticks.idle += count;
        }
        cores.push_back(ticks);
    }
    return cores;
}

double CoreWatch::busiest(const std::vector<Ticks>& before, const std::vector<Ticks>& after)
{
    double busiest = 0;
    for (std::size_t i = 0; i < std::min(before.size(), after.size()); ++i) {
        if (after[i].total <= before[i].total || after[i].idle < before[i].idle)
            continue;
        const auto total = static_cast<double>(after[i].total - before[i].total);
        const auto idle = static_cast<double>(after[i].idle - before[i].idle);
        busiest = std::max(busiest, 1 - std::min(1.0, idle / total));
    }
    return busiest;
}

} // namespace lockstep

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/core/processor.h"

#include "engine/core/text_of_file.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>

#include <sched.h>

namespace lockstep {
namespace {

int affinityCores()
{
    cpu_set_t set;
    CPU_ZERO(&set);
    if (sched_getaffinity(0, sizeof set, &set) == 0)
        return std::max(1, CPU_COUNT(&set));
    // More processors than cpu_set_t has bits for; the library's count knows the affinity too.
    return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

double coresOfV1(const std::string& folder)
{
    const std::string quota = textOfFile(folder + "/cpu.cfs_quota_us");
    const std::string period = textOfFile(folder + "/cpu.cfs_period_us");
    return quota.empty() || quota.front() == '-' ? 0 : coresOfCpuMax(quota + " " + period);
}

/// The smallest limit from `path` up to the root of the hierarchy; 0 for none.
template <typename CoresOfFolder>
double smallestLimit(const std::string& root, std::string path, CoresOfFolder coresOfFolder)
{
    double limit = 0;
    while (true) {
        const double here = coresOfFolder(root + path);
        if (here > 0 && (limit == 0 || here < limit))
            limit = here;
        const auto slash = path.find_last_of('/');
        if (path.empty() || slash == std::string::npos)
            return limit;
        path.resize(slash);
    }
}

/// Lines of /proc/self/cgroup read "0::/path" (v2) or "4:cpu,cpuacct:/path" (v1).
double cgroupCores()
{
    std::ifstream groups("/proc/self/cgroup");
    double limit = 0;
    for (std::string line; std::getline(groups, line);) {
        const auto first = line.find(':');
        const auto second = line.find(':', first + 1);
        if (first == std::string::npos || second == std::string::npos)
            continue;
        const std::string controllers = "," + line.substr(first + 1, second - first - 1) + ",";
        std::string path = line.substr(second + 1);
        if (path == "/")
            path.clear();
        double here = 0;
        if (controllers == ",,")
            here = smallestLimit("/sys/fs/cgroup", path, [](const std::string& f) {
                return coresOfCpuMax(textOfFile(f + "/cpu.max"));
            });
        else if (controllers.find(",cpu,") != std::string::npos)
            here = smallestLimit("/sys/fs/cgroup/cpu", path, coresOfV1);
        if (here > 0 && (limit == 0 || here < limit))
            limit = here;
    }
    return limit;
}

} // namespace

double coresOfCpuMax(std::string_view text)
{
    std::istringstream words{std::string(text)};
    double quota = 0;
    double period = 0;
    if (!(words >> quota >> period) || quota <= 0 || period <= 0)
        return 0;
    return quota / period;
}

int usableCores()
{
    const int cores = affinityCores();
    const double limit = cgroupCores();
    return limit > 0 ? std::clamp(static_cast<int>(std::ceil(limit)), 1, cores) : cores;
}

} // namespace lockstep

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/hosts/library_wish.h"

#include <algorithm>

namespace lockstep {

namespace {

std::ptrdiff_t gpusOf(const Host& host)
{
    return std::ranges::count(host.devices, DeviceKind::Cuda, &Device::kind);
}

double drawnRate(const Topology& topology, const std::string& host)
{
    constexpr double kBytesOfMegabit = 1e6 / 8;
    double fastest = 0;
    for (const Link& link : topology.links)
        if ((link.from == host || link.to == host) && link.bandwidthMbps)
            fastest = std::max(fastest, *link.bandwidthMbps * kBytesOfMegabit);
    return fastest;
}

} // namespace

LibraryWish libraryWish(const Topology& topology, int host, LibraryWish::Act act)
{
    const Host& one = topology.hosts[static_cast<std::size_t>(host)];
    std::ptrdiff_t gpus = 0;
    for (const Host& any : topology.hosts)
        gpus += gpusOf(any);
    LibraryWish wish{act, GpuRanks::None, drawnRate(topology, one.id)};
    if (gpusOf(one) > 0)
        wish.ranks = gpus > 1 ? GpuRanks::Several : GpuRanks::One;
    return wish;
}

} // namespace lockstep

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/problems/find_problems.h"

#include "app/document/elements.h"
#include "app/document/quantities.h"
#include "app/problems/drawn_network.h"
#include "app/problems/host_memory.h"

#include <QLocale>
#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace lockstep {

namespace {

/// From here on people look at a step and wonder.
constexpr double kSlowExchangeSeconds = 1;

std::string secondsText(double seconds)
{
    if (seconds >= 120)
        return QLocale::c().toString(seconds / 60, 'f', seconds < 600 ? 1 : 0).toStdString() + " min";
    return QLocale::c().toString(seconds, 'f', seconds < 10 ? 1 : 0).toStdString() + " s";
}

std::string nameOf(const Host& host)
{
    return host.name.empty() ? host.id : host.name;
}

void warnSlow(Problems& problems, const Experiment& experiment, const ModelCosts& costs, double seconds,
              const std::string& where, double mbps, const std::string& key)
{
    problems.push_back(
        {Severity::Warning,
         {LOCKSTEP_TEXT("The model %1 has %2 of gradients, and every step sends them through %3 at %4: about "
                        "%5 a step, however quick the devices are. A faster link or a smaller network helps; "
                        "a larger batch makes the steps fewer."),
          {experiment.model.name, formatBytes(costs.gradientBytes).toStdString(), where,
           formatBandwidth(mbps).toStdString(), secondsText(seconds)},
          key}});
}

void findSlowLinks(const Experiment& experiment, const ModelCosts& costs, Problems& problems)
{
    const Topology& topology = experiment.topology;
    const std::vector<std::size_t> hosts = hostsWithRanks(topology);
    const std::size_t ranks = placeRanks(topology).size();
    if (hosts.size() < 2)
        return;
    if (const std::optional<std::size_t> index = narrowestLink(topology, hosts)) {
        const Link& link = topology.links[*index];
        const double seconds = exchangeSeconds(costs.gradientBytes, ranks, *link.bandwidthMbps);
        if (seconds >= kSlowExchangeSeconds)
            warnSlow(problems, experiment, costs, seconds,
                     nodeName(topology, link.from) + " – " + nodeName(topology, link.to), *link.bandwidthMbps,
                     "topology.links." + std::to_string(*index) + ".bandwidth_mbps");
    }
    for (std::size_t i = 0; i < topology.switches.size(); ++i) {
        const Switch& node = topology.switches[i];
        const std::size_t crossings = node.bandwidthMbps ? sidesOf(topology, i, hosts) : 0;
        if (crossings < 2)
            continue;
        const double seconds =
            exchangeSeconds(costs.gradientBytes, ranks, *node.bandwidthMbps) * static_cast<double>(crossings);
        if (seconds >= kSlowExchangeSeconds)
            warnSlow(problems, experiment, costs, seconds, node.name.empty() ? node.id : node.name,
                     *node.bandwidthMbps, "topology.switches." + std::to_string(i) + ".bandwidth_mbps");
    }
}

/// As its driver told, else as somebody wrote.
std::optional<double> memoryOf(const Host& host, Device device, const HostReports& reports)
{
    if (device.kind == DeviceKind::Cpu)
        return statedMainMemory(host);
    const auto report = reports.find(host.id);
    if (report == reports.end())
        return statedGpuMemory(host);
    for (const GpuReport& gpu : report->second.gpus) {
        if (gpu.index == device.index && gpu.memoryBytes > 0)
            return static_cast<double>(gpu.memoryBytes);
    }
    return statedGpuMemory(host);
}

/// Says so where the ranks on this device of a host need more memory than it has. True: it was said.
bool checkMemory(const Experiment& experiment, std::size_t index, Device device, const ModelCosts& costs,
                 const HostReports& reports, Problems& problems)
{
    const Host& host = experiment.topology.hosts[index];
    const bool isGpu = device.kind == DeviceKind::Cuda;
    const auto ranks = std::count(host.devices.begin(), host.devices.end(), device);
    const std::optional<double> stated = memoryOf(host, device, reports);
    const double needed = costs.memoryBytes * static_cast<double>(ranks);
    if (ranks == 0 || !stated || needed <= *stated)
        return false;
    problems.push_back(
        {Severity::Error,
         {isGpu ? LOCKSTEP_TEXT(
                      "By estimate, training %1 with a batch of %2 needs %3 on each GPU, but those of %4 "
                      "have %5; the engine plans exactly on the GPU itself, before it takes any memory. "
                      "Choose a smaller batch, or compute it in pieces (Accumulate).")
                : LOCKSTEP_TEXT("Training %1 with a batch of %2 needs about %3 on %4, which has %5. Choose a "
                                "smaller batch, fewer ranks there, or compute it in pieces (Accumulate)."),
          {experiment.model.name, std::to_string(experiment.training.batch),
           formatMemory(needed).toStdString(), nameOf(host), formatMemory(*stated).toStdString()},
          "topology.hosts." + std::to_string(index) + ".facts"}});
    return true;
}

/// Once for the processor and once for the first GPU that is too small.
void checkMemoryOfHost(const Experiment& experiment, std::size_t index, const ModelCosts& costs,
                       const HostReports& reports, Problems& problems)
{
    const std::vector<Device>& all = experiment.topology.hosts[index].devices;
    std::set<DeviceKind> said;
    for (const Device device : std::set<Device>(all.begin(), all.end())) {
        if (!said.contains(device.kind) && checkMemory(experiment, index, device, costs, reports, problems))
            said.insert(device.kind);
    }
}

} // namespace

double exchangeSeconds(double gradientBytes, std::size_t ranks, double mbps)
{
    if (ranks < 2)
        return 0;
    const auto count = static_cast<double>(ranks);
    return 2 * (count - 1) / count * gradientBytes * 8 / (mbps * 1e6);
}

Problems costProblems(const Experiment& experiment, const ModelCosts& costs, const HostReports& reports)
{
    Problems problems;
    for (std::size_t i = 0; i < experiment.topology.hosts.size(); ++i)
        checkMemoryOfHost(experiment, i, costs, reports, problems);
    findSlowLinks(experiment, costs, problems);
    return problems;
}

} // namespace lockstep

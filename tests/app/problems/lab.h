// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/problems/find_problems.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace lockstep {

/// ResNet-18 as torchvision counts it, on three hosts behind a switch: the testbed of the tutorial.
inline constexpr double kResNet18Parameters = 11'689'512;

inline Experiment threeHosts(double mbps)
{
    Experiment experiment;
    experiment.model.name = "resnet18";
    experiment.data.kind = DataKind::ImageFolder;
    experiment.data.path = "/data";
    for (const char* id : {"a", "b", "c"}) {
        Host host;
        host.id = id;
        host.name = std::string("node ") + id;
        host.address = std::string("10.0.0.") + std::to_string(id[0]);
        host.devices = {Device{DeviceKind::Cuda, 0}};
        experiment.topology.hosts.push_back(host);
        Link link;
        link.from = id;
        link.to = "switch-1";
        link.bandwidthMbps = 1000;
        experiment.topology.links.push_back(link);
    }
    experiment.topology.switches.push_back({"switch-1", "lab", {}, {}, {}});
    experiment.topology.links[1].bandwidthMbps = mbps;
    return experiment;
}

inline ModelCosts resNet18Costs()
{
    return {kResNet18Parameters,
            3.6e9,
            kResNet18Parameters * 4,
            3e9,
            {{LayerWork{3.6e9, {{static_cast<std::int64_t>(kResNet18Parameters), 1}}}}}};
}

/// The only problem with this key.
inline Problem only(const Problems& problems, const std::string& key)
{
    const auto has = [&](const Problem& problem) { return problem.error.key == key; };
    if (std::count_if(problems.begin(), problems.end(), has) != 1)
        throw std::runtime_error("not exactly one problem at " + key);
    return *std::find_if(problems.begin(), problems.end(), has);
}

} // namespace lockstep

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/blame/rehearsed_star.h"

#include "remote/rehearsal/rehearsal.h"

#include <string>

namespace lockstep {

namespace {

/// Every link has `rate` Mbit/s.
Experiment star(int hosts, double rate)
{
    Experiment experiment;
    experiment.name = "Star";
    experiment.topology.switches.push_back({"s", "switch", {}, {}, {}});
    for (int i = 0; i < hosts; ++i) {
        Host host;
        host.id = host.name = "h" + std::to_string(i);
        host.address = "192.0.2." + std::to_string(i + 1);
        host.devices.resize(1);
        experiment.topology.hosts.push_back(host);
        Link link;
        link.from = host.id;
        link.to = "s";
        link.bandwidthMbps = rate;
        experiment.topology.links.push_back(link);
    }
    experiment.data.kind = DataKind::Synthetic;
    experiment.data.classes = 10;
    experiment.training.epochs = 1000;
    experiment.training.checkpointEvery = 1000;
    return rehearsedExperiment(experiment);
}

/// So that an epoch has many steps.
void setBatch(Experiment& experiment, int batch)
{
    constexpr int kSteps = 400;
    experiment.training.batch = batch;
    experiment.data.samples = batch * static_cast<int>(experiment.topology.hosts.size()) * kSteps;
}

} // namespace

Experiment sendingStar()
{
    Experiment experiment = star(3, 100);
    experiment.model.name = "lenet";
    experiment.data.imageSize = 28;
    setBatch(experiment, 16);
    return experiment;
}

Experiment computingStar()
{
    Experiment experiment = star(2, 1000);
    experiment.model.name = "resnet20";
    experiment.data.imageSize = 32;
    setBatch(experiment, 8);
    return experiment;
}

} // namespace lockstep

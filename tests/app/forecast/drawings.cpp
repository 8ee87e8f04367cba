// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/forecast/drawings.h"

#include "app/problems/data_shape.h"
#include "app/problems/model_describer.h"

#include <map>
#include <stdexcept>
#include <utility>

namespace lockstep {

namespace {

Topology hostsOf(int count)
{
    Topology topology;
    for (int i = 0; i < count; ++i) {
        Host host;
        host.id = std::string(1, static_cast<char>('a' + i));
        host.devices = {Device{}};
        topology.hosts.push_back(host);
    }
    return topology;
}

Link linkOf(const std::string& from, const std::string& to, double mbps, double latencyMs)
{
    return {from, to, mbps, latencyMs, {}, {}};
}

} // namespace

Topology chainOf(int hosts, double mbps, double latencyMs)
{
    Topology topology = hostsOf(hosts);
    for (int i = 1; i < hosts; ++i) {
        const auto at = static_cast<std::size_t>(i);
        topology.links.push_back(linkOf(topology.hosts[at - 1].id, topology.hosts[at].id, mbps, latencyMs));
    }
    return topology;
}

Topology starOf(int hosts, double mbps, double latencyMs)
{
    Topology topology = hostsOf(hosts);
    topology.switches.push_back({"lab", "lab", {}, {}, {}});
    for (const Host& host : topology.hosts)
        topology.links.push_back(linkOf(host.id, "lab", mbps, latencyMs));
    return topology;
}

Topology twoSwitches(double mbps)
{
    Topology topology = hostsOf(4);
    topology.switches.push_back({"lab", "lab", {}, {}, {}});
    topology.switches.push_back({"annex", "annex", {}, {}, {}});
    for (const Host& host : topology.hosts)
        topology.links.push_back(linkOf(host.id, host.id < "c" ? "lab" : "annex", mbps, 0));
    topology.links.push_back(linkOf("lab", "annex", mbps, 0));
    return topology;
}

ModelWork workOf(const std::string& model)
{
    static std::map<std::string, ModelWork> known;
    if (const auto found = known.find(model); found != known.end())
        return found->second;
    ModelQuestion question;
    question.model = QString::fromStdString(model);
    question.data = *shapeMadeFor(model);
    const Result<ModelCosts> costs = describeModel(QStringLiteral(LOCKSTEP_ENGINE), question);
    if (!costs)
        throw std::runtime_error(costs.error().message());
    return known.emplace(model, costs->work).first->second;
}

ForecastInput inputOf(Topology topology, ModelWork work, int batch, double flopsPerSecond)
{
    ForecastInput input{std::move(topology), {}, std::move(work), {}, {}};
    input.training.batch = batch;
    input.rates.assign(placeRanks(input.topology).size(), {flopsPerSecond, kTableUncertainty, false});
    return input;
}

} // namespace lockstep

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/problems/find_problems.h"

#include "app/document/quantities.h"
#include "app/forecast/forecast_texts.h"
#include "app/forecast/step_model.h"
#include "app/forecast/strategy_memory.h"
#include "app/problems/forecast_input.h"
#include "app/problems/host_memory.h"
#include "app/problems/host_needs.h"
#include "app/text/number_text.h"
#include "engine/protocol/byte_text.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace lockstep {

namespace {

/// From here on people look at a step that waits and wonder.
constexpr double kSlowExchangeSeconds = 1;

std::string amountText(double bytes)
{
    return byteText(static_cast<std::int64_t>(bytes));
}

std::string nameOf(const Host& host)
{
    return host.name.empty() ? host.id : host.name;
}

std::string keyOf(const Bottleneck& place)
{
    const bool isLink = place.kind == Bottleneck::Kind::Link;
    return (isLink ? "topology.links." : "topology.switches.") + std::to_string(place.index) +
           ".bandwidth_mbps";
}

/// The fullest bottleneck, when a step of the chosen strategy waits for it.
void findSlowNetwork(const Experiment& experiment, const ModelCosts& costs, const HostReports& reports,
                     Problems& problems)
{
    const ForecastInput input = forecastInput(experiment, costs, reports);
    if (input.rates.size() < 2 || costs.work.layers.empty())
        return;
    StepModel model(input);
    const StrategySettings chosen = settingsOf(experiment.training);
    const StepModel::Crossing crossing = model.slowest(chosen);
    const Estimate step = model.seconds(chosen);
    const double waiting = step.middle - model.slowestCompute();
    if (!crossing.place || waiting < kSlowExchangeSeconds)
        return;
    problems.push_back(
        {Severity::Warning,
         {LOCKSTEP_TEXT("The model %1 has %2 of gradients, and with %3 each step sends %4 through %5 at %6: "
                        "it takes about %7, of which %8 are spent waiting. A faster link or a strategy that "
                        "sends less helps; a larger batch makes the steps fewer."),
          {experiment.model.name, amountText(costs.gradientBytes), nameOf(chosen), amountText(crossing.bytes),
           nameOf(experiment.topology, *crossing.place), formatBandwidth(crossing.place->mbps).toStdString(),
           secondsText(step.low, step.high), secondsText(waiting)},
          keyOf(*crossing.place)}});
}

/// As its driver told, else as somebody wrote.
std::optional<double> memoryOfGpu(const Host& host, int index, const HostReports& reports)
{
    const auto report = reports.find(host.id);
    if (report == reports.end())
        return statedGpuMemory(host);
    for (const GpuReport& gpu : report->second.gpus) {
        if (gpu.index == index && gpu.memoryBytes > 0)
            return static_cast<double>(gpu.memoryBytes);
    }
    return statedGpuMemory(host);
}

void addMemoryProblem(std::size_t host, const Sentence& said, Problems& problems)
{
    problems.push_back(
        {Severity::Error, {said.text, said.arguments, "topology.hosts." + std::to_string(host) + ".facts"}});
}

/// Says so where the processor's ranks on a host, or what the strategy keeps there, need more memory than it
/// has.
void checkMainMemory(const Experiment& experiment, std::size_t index, const ModelCosts& costs,
                     Problems& problems)
{
    const Host& host = experiment.topology.hosts[index];
    const std::optional<double> stated = statedMainMemory(host);
    const double model = costs.memoryBytes * replicasOn(host, Device{}, experiment.training.strategy);
    const double strategy = strategyMemoryOn(experiment, costs.work, index);
    if (!stated || model + strategy <= *stated)
        return;
    const std::string needed = amountText(model + strategy);
    if (model > *stated)
        addMemoryProblem(index,
                         {LOCKSTEP_TEXT("Training %1 with a batch of %2 needs about %3 on %4, which has %5. "
                                        "Choose a smaller batch, fewer ranks there, or compute it in pieces "
                                        "(Accumulate)."),
                          {experiment.model.name, countText(experiment.training.batch).toStdString(), needed,
                           nameOf(host), amountText(*stated)}},
                         problems);
    else
        addMemoryProblem(index,
                         {LOCKSTEP_TEXT("Training %1 with %2 needs about %3 on %4, which has %5: %6 of it is "
                                        "what the strategy keeps there. Choose another strategy, or fewer "
                                        "ranks and servers there."),
                          {experiment.model.name, nameOf(settingsOf(experiment.training)), needed,
                           nameOf(host), amountText(*stated), amountText(strategy)}},
                         problems);
}

/// Once, for the first GPU that is too small.
void checkGpuMemory(const Experiment& experiment, std::size_t index, const ModelCosts& costs,
                    const HostReports& reports, Problems& problems)
{
    const Host& host = experiment.topology.hosts[index];
    for (const Device device : std::set<Device>(host.devices.begin(), host.devices.end())) {
        if (device.kind != DeviceKind::Cuda)
            continue;
        const std::optional<double> memory = memoryOfGpu(host, device.index, reports);
        const double needed = costs.memoryBytes * replicasOn(host, device, experiment.training.strategy);
        if (!memory || needed <= *memory)
            continue;
        addMemoryProblem(
            index,
            {LOCKSTEP_TEXT("By estimate, training %1 with a batch of %2 needs %3 on each GPU, but those of "
                           "%4 have %5; the engine plans exactly on the GPU itself, before it takes any "
                           "memory. Choose a smaller batch, or compute it in pieces (Accumulate)."),
             {experiment.model.name, countText(experiment.training.batch).toStdString(), amountText(needed),
              nameOf(host), amountText(*memory)}},
            problems);
        return;
    }
}

} // namespace

Problems costProblems(const Experiment& experiment, const ModelCosts& costs, const HostReports& reports)
{
    Problems problems;
    for (std::size_t i = 0; i < experiment.topology.hosts.size(); ++i) {
        checkMainMemory(experiment, i, costs, problems);
        checkGpuMemory(experiment, i, costs, reports, problems);
    }
    findSlowNetwork(experiment, costs, reports, problems);
    return problems;
}

} // namespace lockstep

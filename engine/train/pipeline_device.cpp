// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/train/pipeline_device.h"

#include "engine/core/error.h"
#include "engine/distributed/exchange.h"
#include "engine/train/pipeline_program.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace lockstep {
namespace {

/// The parts' parameters are all in this host's memory, where optimiser and strategy see those of one model.
class PipelineDevice final : public TrainingDevice {
public:
    PipelineDevice(const std::vector<Device>& devices, const TrainingSpec& training,
                   const DeviceFactory& make)
        : m_devices(devices), m_training(training)
    {
        for (const Device device : devices)
            m_made.push_back(make(device));
    }

    std::string description(Precision precision) const override
    {
        std::string text;
        std::set<Device> told;
        for (std::size_t i = 0; i < m_devices.size(); ++i) {
            if (told.insert(m_devices[i]).second)
                text += (text.empty() ? "" : ", ") + m_made[i]->description(precision);
        }
        return text + (m_parts.empty() ? "" : "; layers: " + m_parts);
    }

    std::unique_ptr<Program> compile(const Graph& graph, const ProgramOptions& options) override
    {
        const std::vector<LayerId> cuts = cutsFor(graph, m_training, m_devices.size());
        m_parts = describeParts(graph, cuts, m_devices);
        return std::make_unique<PipelineProgram>(
            graph, PipelineProgram::Plan{cuts, std::min(m_training.accumulate, options.batch)}, options,
            [this](std::size_t number, const GraphPart& part, const ProgramOptions& own) {
                return m_made[number]->compilePart(part, own);
            });
    }

    std::unique_ptr<Optimizer> makeOptimizer(const TrainingSpec& training, Program& program) override
    {
        return lockstep::makeOptimizer(training, own(program).hostReplica().parameters);
    }

    std::unique_ptr<Strategy> makeStrategy(const StrategyFactory& make, const TrainingSpec& training,
                                           ProcessGroup& group, Program& program) override
    {
        agreeOnExchange(group, {});
        return make(training, group, own(program).hostReplica());
    }

private:
    static PipelineProgram& own(Program& program)
    {
        auto* const compiled = dynamic_cast<PipelineProgram*>(&program);
        LOCKSTEP_CHECK(compiled != nullptr);
        return *compiled;
    }

    std::vector<Device> m_devices;
    TrainingSpec m_training;
    std::vector<std::unique_ptr<TrainingDevice>> m_made; ///< one for each part
    std::string m_parts;
};

/// Of 0 ... 100.
int percent(std::int64_t part, std::int64_t whole)
{
    return static_cast<int>(std::lround(100.0 * static_cast<double>(part) / static_cast<double>(whole)));
}

} // namespace

std::vector<LayerId> cutsFor(const Graph& graph, const TrainingSpec& training, std::size_t devices)
{
    if (training.cuts.empty())
        return chooseCuts(graph, static_cast<int>(devices));
    if (training.cuts.size() + 1 != devices)
        throw EngineError(ExitCode::InvalidExperiment,
                          Error{LOCKSTEP_TEXT("found %1 layers, expected one fewer than a host has devices: "
                                              "%2."),
                                {std::to_string(training.cuts.size()), std::to_string(devices - 1)},
                                "training.cuts"});
    return namedCuts(graph, training.cuts);
}

std::string describeParts(const Graph& graph, const std::vector<LayerId>& cuts,
                          const std::vector<Device>& devices)
{
    std::string text;
    const std::vector<GraphPart> parts = cutGraph(graph, cuts);
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const Graph& part = parts[i].graph;
        text += (text.empty() ? "" : ", ") + part.layers().at(1).name + " to " + part.output().name + " on " +
                toString(devices[i]) + " (" + std::to_string(percent(part.flops(), graph.flops())) +
                " % of the FLOPs)";
    }
    return text;
}

std::unique_ptr<TrainingDevice> makePipelineDevice(const std::vector<Device>& devices,
                                                   const TrainingSpec& training, const DeviceFactory& make)
{
    return std::make_unique<PipelineDevice>(devices, training, make);
}

} // namespace lockstep

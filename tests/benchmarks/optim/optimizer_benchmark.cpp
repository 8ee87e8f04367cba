// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
/// optimizer_benchmark: milliseconds of an update of ResNet-18's parameters, by rule and threads.
#include "engine/compute/cpu/worker_team.h"
#include "engine/graph/graph.h"
#include "engine/optim/optimizer.h"

#include <benchmark/benchmark.h>

namespace lockstep {
namespace {

struct Tensors {
    Tensors()
    {
        for (const ParameterSpec& spec : makeModel("resnet18", {3, 224, 224}, 1000).parameters()) {
            values.emplace_back(static_cast<std::size_t>(spec.shape.elements()), 0.5f);
            gradients.emplace_back(values.back().size(), 0.01f);
            parameters.push_back({spec.name, spec.shape, values.back(), gradients.back()});
        }
    }
    HostParameters with(WorkerTeam& team) const
    {
        return {
            parameters, {}, {team.size(), [&team](const std::function<void(int)>& job) { team.run(job); }}};
    }
    std::vector<std::vector<float>> values, gradients;
    std::vector<Parameter> parameters;
};

/// Arguments: the rule, the threads.
void update(benchmark::State& state)
{
    Tensors tensors;
    WorkerTeam team(static_cast<int>(state.range(1)));
    TrainingSpec spec;
    spec.optimizer = static_cast<OptimizerKind>(state.range(0));
    spec.weightDecay = 1e-4;
    const auto optimizer = makeOptimizer(spec, tensors.with(team));
    for ([[maybe_unused]] auto _ : state)
        optimizer->step(1e-3);
    state.SetLabel(std::string(toString(spec.optimizer)));
}

/// SGD with the norm that clipping needs.
void clipped(benchmark::State& state)
{
    Tensors tensors;
    WorkerTeam team(static_cast<int>(state.range(0)));
    TrainingSpec spec;
    spec.clipNorm = 1;
    const auto optimizer = makeOptimizer(spec, tensors.with(team));
    for ([[maybe_unused]] auto _ : state)
        optimizer->step(1e-3);
}

BENCHMARK(update)->ArgsProduct({{0, 1, 2, 3, 4}, {1, 2}})->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(clipped)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();

} // namespace
} // namespace lockstep

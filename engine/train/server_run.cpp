// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/train/server_run.h"

#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/distributed/server/parameter_server.h"
#include "engine/optim/optimizer.h"
#include "engine/train/served_mesh_options.h"

#include <iostream>
#include <string>
#include <utility>

namespace lockstep {
namespace {

/// The rules of any optimiser, over a slice.
class RuledSlice final : public SliceOptimizer {
public:
    RuledSlice(const TrainingSpec& training, std::span<const Parameter> parameters)
        : m_optimizer(makeOptimizer(training, {parameters, {}, {}}))
    {
    }
    void step(double learningRate) override { m_optimizer->step(learningRate); }
    TensorStore& state() override { return m_optimizer->state(); }
    std::int64_t updates() override { return m_optimizer->steps(); }
    void setUpdates(std::int64_t updates) override { m_optimizer->setSteps(updates); }

private:
    std::unique_ptr<Optimizer> m_optimizer;
};

SliceOptimizerFactory optimizerFactory(TrainingSpec training)
{
    training.clipNorm = 0; // the norm is of all slices
    return [training](std::span<const Parameter> parameters) {
        return std::make_unique<RuledSlice>(training, parameters);
    };
}

/// The supervisor makes standard output the text log.
void log(const std::string& line)
{
    std::cout << timeStamp() + line + "\n" << std::flush;
}

} // namespace

ExitCode runServer(const RankLaunch& launch, const StopFlag& stop)
{
    const Experiment experiment =
        valueOrThrow(parseExperiment(launch.experiment), ExitCode::InvalidExperiment);
    const TrainingSpec& training = experiment.training;
    if (!usesServers(training.strategy))
        throw EngineError(ExitCode::InvalidExperiment,
                          Error{LOCKSTEP_TEXT("This engine was launched as a server, but the strategy of the "
                                              "experiment has ranks alone."),
                                {},
                                "training.strategy"});
    log("server " + std::to_string(launch.rank) + " of " + std::to_string(launch.servers.size()) + " for " +
        std::to_string(launch.worldSize) + " ranks, strategy: " + std::string(toString(training.strategy)));
    try {
        runParameterServer({.mesh = servedMeshOptions(launch, training, stop),
                            .training = training,
                            .makeOptimizer = optimizerFactory(training),
                            .rankLost = [](int rank, const Error& error) {
                                log("the training goes on without rank " + std::to_string(rank) + ": " +
                                    error.message());
                            }});
    } catch (const EngineError& error) {
        if (error.code() != ExitCode::Stopped)
            throw;
        log("broken off, as a stop was asked for");
        return ExitCode::Stopped;
    }
    log("all ranks have left");
    return ExitCode::Success;
}

} // namespace lockstep

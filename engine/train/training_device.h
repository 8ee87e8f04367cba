// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/part_program.h"
#include "engine/distributed/strategy.h"
#include "engine/optim/optimizer.h"

#include <functional>
#include <memory>
#include <string>

namespace lockstep {

/// All that a training runs on one device, as a plug-in provides it: program, optimiser and strategy, which
/// meet at memory that nobody else need reach. Used by one thread. Throws EngineError.
class TrainingDevice {
public:
    virtual ~TrainingDevice() = default;
    /// See ComputeBackend.
    virtual std::string description(Precision precision) const = 0;
    virtual std::unique_ptr<Program> compile(const Graph& graph, const ProgramOptions& options) = 0;
    /// Of a part of a model; on the thread that runs the program then. Throws EngineError(DeviceUnavailable)
    /// where devices of this kind hold whole models alone.
    virtual std::unique_ptr<PartProgram> compilePart(const GraphPart& part, const ProgramOptions& options);

    /// Of a program that this device has compiled; borrows it.
    virtual std::unique_ptr<Optimizer> makeOptimizer(const TrainingSpec& training, Program& program) = 0;
    /// Likewise; `make` makes it of a replica in this host's memory. A device whose gradients are elsewhere
    /// brings what stands for that replica, or a strategy of its own. A collective call, in which every
    /// device agrees with the others on how gradients are exchanged (agreeOnExchange()).
    virtual std::unique_ptr<Strategy> makeStrategy(const StrategyFactory& make, const TrainingSpec& training,
                                                   ProcessGroup& group, Program& program) = 0;
};

using DeviceFactory = std::function<std::unique_ptr<TrainingDevice>(Device)>;
/// Throws EngineError(DeviceUnavailable) when this build or host cannot serve the device.
std::unique_ptr<TrainingDevice> makeTrainingDevice(Device device);

} // namespace lockstep

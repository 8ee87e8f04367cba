// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/cuts.h"
#include "engine/train/training_device.h"

#include <memory>
#include <string>
#include <vector>

namespace lockstep {

/// With which layers the second of so many devices, the third, ... begin: those that the experiment names, or
/// else those that give all devices as much to do. Throws EngineError(InvalidExperiment) that names the layer
/// or number that does not fit.
std::vector<LayerId> cutsFor(const Graph& graph, const TrainingSpec& training, std::size_t devices);

/// For the log: "features.0 to features.5 on cpu (52 % of the FLOPs), ...".
std::string describeParts(const Graph& graph, const std::vector<LayerId>& cuts,
                          const std::vector<Device>& devices);

/// Devices of one host that hold the layers of a model between them, each a part, as one: its programs are
/// PipelineProgram. Processors and GPUs may take part together; optimiser and strategy are this host's.
/// Throws EngineError(DeviceUnavailable) where `make` does.
std::unique_ptr<TrainingDevice> makePipelineDevice(const std::vector<Device>& devices,
                                                   const TrainingSpec& training, const DeviceFactory& make);

} // namespace lockstep

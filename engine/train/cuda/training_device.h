// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/distributed/nccl/device_strategy.h"
#include "engine/train/training_device.h"

#include <memory>

namespace lockstep::cuda {

/// The device cuda:`index`, with NVIDIA's libraries. Throws EngineError(DeviceUnavailable).
std::unique_ptr<TrainingDevice> makeTrainingDevice(int index);

/// A backend that compiles to CudaProgram, and where NCCL comes from.
std::unique_ptr<TrainingDevice> makeTrainingDevice(std::unique_ptr<ComputeBackend> backend, NcclSource nccl);

} // namespace lockstep::cuda

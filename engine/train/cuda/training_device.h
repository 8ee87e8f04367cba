// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/program/backend.h"
#include "engine/distributed/nccl/device_strategy.h"
#include "engine/train/training_device.h"

#include <memory>

namespace lockstep::cuda {

/// The device cuda:`index`, with NVIDIA's libraries. Throws EngineError(DeviceUnavailable).
std::unique_ptr<TrainingDevice> makeTrainingDevice(int index);

/// What it compiles with, and where NCCL comes from.
std::unique_ptr<TrainingDevice> makeTrainingDevice(std::unique_ptr<CudaBackend> backend, NcclSource nccl);

} // namespace lockstep::cuda

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/program/backend.h"
#include "engine/train/cuda/training_device.h"

namespace lockstep::cuda {

std::unique_ptr<TrainingDevice> makeTrainingDevice(int index)
{
    return makeTrainingDevice(makeBackend(index), openNccl);
}

} // namespace lockstep::cuda

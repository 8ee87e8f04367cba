// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/device/device_replica.h"
#include "engine/optim/optimizer.h"

#include <memory>

namespace lockstep::cuda {

/// Updates parameters in a device's memory, all of them in one launch, by work of the replica's queue. With
/// the gradients of a HostOptimizer it leaves that one's bits. Where the replica has a loss scale, this takes
/// it out of the gradients, adapts it, and skips the updates whose gradients are not finite; all that on the
/// device, so that nobody waits for the verdict in the step itself.
std::unique_ptr<Optimizer> makeDeviceOptimizer(const TrainingSpec& spec, const DeviceReplica& replica);

} // namespace lockstep::cuda

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/device/device_replica.h"
#include "engine/distributed/nccl/nccl_library.h"
#include "engine/distributed/strategy.h"

#include <functional>
#include <memory>
#include <optional>

namespace lockstep::cuda {

/// Where NCCL comes from; tests bring another.
using NcclSource = std::function<std::optional<NcclLibrary>()>;

/// The strategy of a replica on a device, as all ranks agree on it (agreeOnExchange()): what `make` would
/// make, but from GPU to GPU by NCCL where it is the standard all-reduce and NCCL serves every rank; else
/// what `make` makes, on a copy of the replica in this host's memory. Group and replica are borrowed and
/// outlive it. A collective call. Throws EngineError.
std::unique_ptr<Strategy> makeDeviceStrategy(const StrategyFactory& make, const TrainingSpec& training,
                                             ProcessGroup& group, const DeviceReplica& replica,
                                             const NcclSource& nccl = openNccl);

} // namespace lockstep::cuda

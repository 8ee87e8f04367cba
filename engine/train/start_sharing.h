// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/checkpoint/checkpoint.h"
#include "engine/core/tensor_store.h"
#include "engine/distributed/process_group.h"

#include <cstdint>
#include <functional>

/// How the ranks of an attempt come to start equal to the last bit, though only rank 0 has the files of a
/// checkpoint. Collective calls.
namespace lockstep {

/// Every rank takes over rank 0's.
void sharePosition(ProcessGroup& group, TrainingPosition& position);

/// Called while tensors cross the network, often; it must not take long.
using SharingProgress = std::function<void(std::int64_t doneBytes, std::int64_t totalBytes)>;

/// Every rank takes over rank 0's values. Hashes are compared first, and only what differs from rank 0's on
/// some rank crosses: equal seeds have made equal weights. `tensors` are the same list on every rank. Returns
/// the bytes of values that crossed.
std::int64_t shareTensors(ProcessGroup& group, TensorStore& tensors, const SharingProgress& progress);

} // namespace lockstep

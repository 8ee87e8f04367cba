// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/checkpoint/torch/zip_writer.h"
#include "engine/core/tensor_store.h"

namespace lockstep {

/// Writes tensors as torch.save(OrderedDict(...)) does since PyTorch 1.6: torch.load(FILE, weights_only=True)
/// gives a state_dict of float32 and int64 tensors on the CPU. Equal tensors give equal bytes. REQUIRES:
/// names differ; fewer than 60000 tensors.
void writeTorchFile(const TensorStore& tensors, const ByteSink& write);

} // namespace lockstep

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime_api.h>

namespace lockstep::cuda {

class Queue;

/// Where the queue's work goes, for the files of kernels: they are read once for each architecture, and would
/// read what queue.h includes of the standard library every time.
cudaStream_t streamOf(const Queue& queue);

} // namespace lockstep::cuda

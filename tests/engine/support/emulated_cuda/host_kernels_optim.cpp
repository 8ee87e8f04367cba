// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/optim/cuda/update_kernels.cuh"
#include "tests/engine/support/emulated_cuda/host_launch.h"

namespace lockstep::cuda {
#define LOCKSTEP_KERNEL(...) template void launch<__VA_ARGS__>(Queue&, Grid, const __VA_ARGS__&);
#include "engine/optim/cuda/update_kernels_list.inl"
#undef LOCKSTEP_KERNEL
} // namespace lockstep::cuda

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/kernels/batch_norm.cuh"
#include "engine/compute/cuda/kernels/bias.cuh"
#include "engine/compute/cuda/kernels/layer_norm.cuh"
#include "tests/engine/support/emulated_cuda/host_launch.h"

namespace lockstep::cuda {
#define LOCKSTEP_KERNEL(...) template void launch<__VA_ARGS__>(Queue&, Grid, const __VA_ARGS__&);
#include "engine/compute/cuda/kernels/batch_norm_list.inl"
#include "engine/compute/cuda/kernels/bias_list.inl"
#include "engine/compute/cuda/kernels/layer_norm_list.inl"
#undef LOCKSTEP_KERNEL
} // namespace lockstep::cuda

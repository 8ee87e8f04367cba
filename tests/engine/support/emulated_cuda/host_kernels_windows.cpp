// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/kernels/depthwise.cuh"
#include "engine/compute/cuda/kernels/dropout.cuh"
#include "engine/compute/cuda/kernels/pooling.cuh"
#include "engine/compute/cuda/kernels/scaled_add.cuh"
#include "tests/engine/support/emulated_cuda/host_launch.h"

namespace lockstep::cuda {
#define LOCKSTEP_KERNEL(...) template void launch<__VA_ARGS__>(Queue&, Grid, const __VA_ARGS__&);
#include "engine/compute/cuda/kernels/depthwise_list.inl"
#include "engine/compute/cuda/kernels/pooling_list.inl"
#include "engine/compute/cuda/kernels/scaled_add_list.inl"
#undef LOCKSTEP_KERNEL
} // namespace lockstep::cuda

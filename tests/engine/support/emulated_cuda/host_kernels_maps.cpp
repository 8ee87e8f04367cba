// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/kernels/channels.cuh"
#include "engine/compute/cuda/kernels/elementwise.cuh"
#include "engine/compute/cuda/kernels/layouts.cuh"
#include "engine/compute/cuda/kernels/loss.cuh"
#include "engine/compute/cuda/kernels/weights.cuh"
#include "tests/engine/support/emulated_cuda/host_launch.h"

namespace lockstep::cuda {
#define LOCKSTEP_KERNEL(...) template void launch<__VA_ARGS__>(Queue&, Grid, const __VA_ARGS__&);
#include "engine/compute/cuda/kernels/channels_list.inl"
#include "engine/compute/cuda/kernels/elementwise_list.inl"
#include "engine/compute/cuda/kernels/layouts_list.inl"
#include "engine/compute/cuda/kernels/loss_list.inl"
#undef LOCKSTEP_KERNEL
} // namespace lockstep::cuda

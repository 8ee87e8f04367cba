// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/kernels/depthwise.cuh"
#include "engine/compute/cuda/kernels/device/device_launch.cuh"

namespace lockstep::cuda {
#define LOCKSTEP_KERNEL(...) template void launch<__VA_ARGS__>(Queue&, Grid, const __VA_ARGS__&);
#include "engine/compute/cuda/kernels/depthwise_list.inl"
#undef LOCKSTEP_KERNEL
} // namespace lockstep::cuda

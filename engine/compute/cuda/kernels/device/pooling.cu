// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/kernels/device/device_launch.cuh"
#include "engine/compute/cuda/kernels/pooling.cuh"

namespace lockstep::cuda {
#define LOCKSTEP_KERNEL(...) template void launch<__VA_ARGS__>(Queue&, Grid, const __VA_ARGS__&);
#include "engine/compute/cuda/kernels/pooling_list.inl"
#undef LOCKSTEP_KERNEL
} // namespace lockstep::cuda

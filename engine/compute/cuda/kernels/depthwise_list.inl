// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0

/// The kernels of depthwise.cuh: LOCKSTEP_KERNEL(type) for each.
#define LOCKSTEP_KERNELS(E, kWidth)                                                                          \
    LOCKSTEP_KERNEL(Depthwise<E, kWidth>)                                                                    \
    LOCKSTEP_KERNEL(DepthwiseInputGradient<E, kWidth>)                                                       \
    LOCKSTEP_KERNEL(DepthwiseWeightSums<E, kWidth, 1>)                                                       \
    LOCKSTEP_KERNEL(DepthwiseWeightSums<E, kWidth, 3>)                                                       \
    LOCKSTEP_KERNEL(DepthwiseWeightSums<E, kWidth, 7>)
LOCKSTEP_KERNELS(float, 1)
LOCKSTEP_KERNELS(float, 4)
LOCKSTEP_KERNELS(Bfloat16, 1)
LOCKSTEP_KERNELS(Bfloat16, 8)
LOCKSTEP_KERNELS(Float16, 1)
LOCKSTEP_KERNELS(Float16, 8)
#undef LOCKSTEP_KERNELS
LOCKSTEP_KERNEL(FinishSums<KeepTaps>)

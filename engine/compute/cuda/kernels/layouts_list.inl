// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0

/// The kernels of layouts.cuh and weights.cuh: LOCKSTEP_KERNEL(type) for each.
#define LOCKSTEP_KERNELS(E)                                                                                  \
    LOCKSTEP_KERNEL(Transpose<E, E>)                                                                         \
    LOCKSTEP_KERNEL(InterleaveChannels<E>)                                                                   \
    LOCKSTEP_KERNEL(ScaleBytes<E>)                                                                           \
    LOCKSTEP_KERNEL(PackWeights<E>)                                                                          \
    LOCKSTEP_KERNEL(UnpackGradient<E>)
LOCKSTEP_KERNELS(float)
LOCKSTEP_KERNELS(Bfloat16)
LOCKSTEP_KERNELS(Float16)
#undef LOCKSTEP_KERNELS
LOCKSTEP_KERNEL(Transpose<float, Bfloat16>)
LOCKSTEP_KERNEL(Transpose<float, Float16>)

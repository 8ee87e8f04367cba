// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0

/// The kernels of channels.cuh: LOCKSTEP_KERNEL(type) for each.
#define LOCKSTEP_KERNELS(E, kWidth)                                                                          \
    LOCKSTEP_KERNEL(MapRows<CopyRows<E, 1>>)                                                                 \
    LOCKSTEP_KERNEL(MapRows<CopyRows<E, kWidth>>)                                                            \
    LOCKSTEP_KERNEL(MapRows<ShuffleRows<E>>)                                                                 \
    LOCKSTEP_KERNEL(SubsampleMap<E>)                                                                         \
    LOCKSTEP_KERNEL(SubsampleGradient<E>)
LOCKSTEP_KERNELS(float, 4)
LOCKSTEP_KERNELS(Bfloat16, 8)
LOCKSTEP_KERNELS(Float16, 8)
#undef LOCKSTEP_KERNELS

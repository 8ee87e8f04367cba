// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0

/// The kernels of pooling.cuh: LOCKSTEP_KERNEL(type) for each.
#define LOCKSTEP_KERNELS(E, kWidth)                                                                          \
    LOCKSTEP_KERNEL(MapPlaces<MaxPoolRule<E, kWidth>>)                                                       \
    LOCKSTEP_KERNEL(MapPlaces<MaxPoolGradientRule<E, kWidth>>)                                               \
    LOCKSTEP_KERNEL(MapPlaces<AveragePoolRule<E, kWidth>>)                                                   \
    LOCKSTEP_KERNEL(MapPlaces<AveragePoolGradientRule<E, kWidth>>)
LOCKSTEP_KERNELS(float, 1)
LOCKSTEP_KERNELS(float, 4)
LOCKSTEP_KERNELS(Bfloat16, 1)
LOCKSTEP_KERNELS(Bfloat16, 8)
LOCKSTEP_KERNELS(Float16, 1)
LOCKSTEP_KERNELS(Float16, 8)
#undef LOCKSTEP_KERNELS

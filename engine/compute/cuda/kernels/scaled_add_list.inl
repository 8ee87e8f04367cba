// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0

/// The kernels of scaled_add.cuh and dropout.cuh: LOCKSTEP_KERNEL(type) for each.
#define LOCKSTEP_KERNELS(E, kWidth)                                                                          \
    LOCKSTEP_KERNEL(MapRows<ScaledAddRows<E, kWidth>>)                                                       \
    LOCKSTEP_KERNEL(MapRows<ScaledAddGradientRows<E, kWidth>>)                                               \
    LOCKSTEP_KERNEL(SumRows<FactorSums<E, kWidth>>)
LOCKSTEP_KERNELS(float, 1)
LOCKSTEP_KERNELS(float, 4)
LOCKSTEP_KERNELS(Bfloat16, 1)
LOCKSTEP_KERNELS(Bfloat16, 8)
LOCKSTEP_KERNELS(Float16, 1)
LOCKSTEP_KERNELS(Float16, 8)
#undef LOCKSTEP_KERNELS
LOCKSTEP_KERNEL(Dropout<float>)
LOCKSTEP_KERNEL(Dropout<Bfloat16>)
LOCKSTEP_KERNEL(Dropout<Float16>)
LOCKSTEP_KERNEL(DepthFactors)

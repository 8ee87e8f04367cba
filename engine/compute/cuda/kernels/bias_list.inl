// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0

/// The kernels of bias.cuh: LOCKSTEP_KERNEL(type) for each.
#define LOCKSTEP_KERNELS(E, kWidth)                                                                          \
    LOCKSTEP_KERNEL(MapRows<AddBiasRows<E, kWidth>>)                                                         \
    LOCKSTEP_KERNEL(SumRows<ColumnSums<E, kWidth>>)
LOCKSTEP_KERNELS(float, 1)
LOCKSTEP_KERNELS(float, 4)
LOCKSTEP_KERNELS(Bfloat16, 1)
LOCKSTEP_KERNELS(Bfloat16, 8)
LOCKSTEP_KERNELS(Float16, 1)
LOCKSTEP_KERNELS(Float16, 8)
#undef LOCKSTEP_KERNELS
LOCKSTEP_KERNEL(FinishSums<KeepSums<1>>)
LOCKSTEP_KERNEL(FinishSums<KeepSums<2>>)

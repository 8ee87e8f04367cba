// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0

/// The kernels of batch_norm.cuh: LOCKSTEP_KERNEL(type) for each.
#define LOCKSTEP_KERNELS(E, kWidth)                                                                          \
    LOCKSTEP_KERNEL(SumRows<Moments<E, kWidth>>)                                                             \
    LOCKSTEP_KERNEL(MapRows<NormalizeRows<E, kWidth, Residual::None>>)                                       \
    LOCKSTEP_KERNEL(MapRows<NormalizeRows<E, kWidth, Residual::Plain>>)                                      \
    LOCKSTEP_KERNEL(MapRows<NormalizeRows<E, kWidth, Residual::Affine>>)                                     \
    LOCKSTEP_KERNEL(SumRows<NormGradientSums<E, kWidth, MaskFrom::Output>>)                                  \
    LOCKSTEP_KERNEL(SumRows<NormGradientSums<E, kWidth, MaskFrom::Input>>)                                   \
    LOCKSTEP_KERNEL(MapRows<NormGradientRows<E, kWidth, MaskFrom::Output>>)                                  \
    LOCKSTEP_KERNEL(MapRows<NormGradientRows<E, kWidth, MaskFrom::Input>>)
LOCKSTEP_KERNELS(float, 1)
LOCKSTEP_KERNELS(float, 4)
LOCKSTEP_KERNELS(Bfloat16, 1)
LOCKSTEP_KERNELS(Bfloat16, 8)
LOCKSTEP_KERNELS(Float16, 1)
LOCKSTEP_KERNELS(Float16, 8)
#undef LOCKSTEP_KERNELS
LOCKSTEP_KERNEL(FinishSums<NormStatistics>)
LOCKSTEP_KERNEL(FinishSums<NormSlopes>)
LOCKSTEP_KERNEL(SummedStatistics)
LOCKSTEP_KERNEL(RunningStatistics)

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0

/// The kernels of elementwise.cuh: LOCKSTEP_KERNEL(type) for each.
#define LOCKSTEP_KERNELS(E)                                                                                  \
    LOCKSTEP_KERNEL(Elementwise<E, Activate>)                                                                \
    LOCKSTEP_KERNEL(Elementwise<E, ActivationGradient>)                                                      \
    LOCKSTEP_KERNEL(Elementwise<E, ClampedSum>)                                                              \
    LOCKSTEP_KERNEL(Elementwise<E, ClampGradient>)
LOCKSTEP_KERNELS(float)
LOCKSTEP_KERNELS(Bfloat16)
LOCKSTEP_KERNELS(Float16)
#undef LOCKSTEP_KERNELS
LOCKSTEP_KERNEL(Convert<float, Bfloat16>)
LOCKSTEP_KERNEL(Convert<float, Float16>)
LOCKSTEP_KERNEL(Convert<Bfloat16, float>)
LOCKSTEP_KERNEL(Convert<Bfloat16, Float16>)
LOCKSTEP_KERNEL(Convert<Float16, float>)
LOCKSTEP_KERNEL(Convert<Float16, Bfloat16>)

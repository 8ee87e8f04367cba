// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0

/// The kernels of elementwise.cuh: LOCKSTEP_KERNEL(type) for each.
LOCKSTEP_KERNEL(Accumulate<float>)
LOCKSTEP_KERNEL(Accumulate<Bfloat16>)
LOCKSTEP_KERNEL(Accumulate<Float16>)

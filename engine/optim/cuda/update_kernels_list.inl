// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0

/// The kernels of update_kernels.cuh: LOCKSTEP_KERNEL(type) for each.
LOCKSTEP_KERNEL(GradientSquares)
LOCKSTEP_KERNEL(JudgeGradients)
LOCKSTEP_KERNEL(UpdateStretches<SgdRule>)
LOCKSTEP_KERNEL(UpdateStretches<MomentumRule>)
LOCKSTEP_KERNEL(UpdateStretches<NesterovRule>)
LOCKSTEP_KERNEL(UpdateStretches<AdagradRule>)
LOCKSTEP_KERNEL(UpdateStretches<AdamRule>)

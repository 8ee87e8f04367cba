// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0

/// The kernels of loss.cuh: LOCKSTEP_KERNEL(type) for each.
LOCKSTEP_KERNEL(CrossEntropy)
LOCKSTEP_KERNEL(SquaredError)
LOCKSTEP_KERNEL(AddScores)

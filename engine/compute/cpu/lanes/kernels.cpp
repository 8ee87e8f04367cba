// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cpu/lanes/kernels.h"

namespace lockstep {

const LaneKernels* bestLaneKernels()
{
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl"))
        return &avx512LaneKernels();
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return &avx2LaneKernels();
    return nullptr;
}

} // namespace lockstep

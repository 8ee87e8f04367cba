// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/kernel_arguments.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

/// The types that activations are stored in, and what is computed with them: f32, rounded to nearest even
/// when it is stored.
namespace lockstep::cuda {

using Bfloat16 = __nv_bfloat16;
using Float16 = __half;

LOCKSTEP_HOST_DEVICE inline float toFloat(float x)
{
    return x;
}
LOCKSTEP_HOST_DEVICE inline float toFloat(Bfloat16 x)
{
    return __bfloat162float(x);
}
LOCKSTEP_HOST_DEVICE inline float toFloat(Float16 x)
{
    return __half2float(x);
}

LOCKSTEP_HOST_DEVICE inline void store(float& to, float x)
{
    to = x;
}
LOCKSTEP_HOST_DEVICE inline void store(Bfloat16& to, float x)
{
    to = __float2bfloat16_rn(x);
}
LOCKSTEP_HOST_DEVICE inline void store(Float16& to, float x)
{
    to = __float2half_rn(x);
}

/// Calls `job.template operator()<T>()` with the element's type.
template <typename Job>
void withElement(Element element, const Job& job)
{
    switch (element) {
    case Element::Float32:
        return job.template operator()<float>();
    case Element::Bfloat16:
        return job.template operator()<Bfloat16>();
    case Element::Float16:
        return job.template operator()<Float16>();
    }
}

} // namespace lockstep::cuda

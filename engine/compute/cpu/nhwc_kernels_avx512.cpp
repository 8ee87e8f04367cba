// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cpu/nhwc_kernels.h"
#include "engine/compute/cpu/nhwc_random.h"
#include "engine/compute/cpu/nhwc_tables.h"
#include "engine/compute/cpu/nhwc_vector_avx512.h"

#include "engine/compute/cpu/nhwc_table.inl"

namespace lockstep {

const NhwcKernels& avx512NhwcKernels(Element element)
{
    return element == Element::Float32 ? kFloatKernels : kBfloat16Kernels;
}

} // namespace lockstep

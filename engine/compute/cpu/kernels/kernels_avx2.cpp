// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cpu/kernels/kernels.h"
#include "engine/compute/cpu/kernels/tables.h"
#include "engine/compute/dropout_masks.h"
#include "engine/compute/window_spans.h"

#include "engine/compute/cpu/kernels/vector_avx2.h"

#include "engine/compute/cpu/kernels/table.inl"

namespace lockstep {

const NhwcKernels& avx2NhwcKernels(Element element)
{
    return element == Element::Float32 ? kFloatKernels : kBfloat16Kernels;
}

} // namespace lockstep

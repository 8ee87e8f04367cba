// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cpu/kernels/kernels.h"

namespace lockstep {

/// One for each instruction set; nhwcKernels() chooses.
const NhwcKernels& portableNhwcKernels(Element);
const NhwcKernels& avx2NhwcKernels(Element);
const NhwcKernels& avx512NhwcKernels(Element);

} // namespace lockstep

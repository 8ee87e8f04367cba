// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/checkpoint/loaded_tensor.h"
#include "engine/protocol/checkpoint_contents.h"

namespace lockstep {

/// Finds the kernels of the first convolution among tensors that are seen in their order: the first that
/// look at pictures (one channel or three), or else the first of all. Kernels of one value show nothing.
class FirstFilters {
public:
    void see(const LoadedTensor& tensor);
    /// As many of them as kMostShownFilters and kMostFilterValues allow; without a tensor when none was
    /// found.
    const FilterBank& bank() const { return m_bank; }

private:
    FilterBank m_bank;
};

} // namespace lockstep

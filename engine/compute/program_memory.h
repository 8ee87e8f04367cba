// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace lockstep {

/// What a program holds in its device's memory, in bytes, by what it is for.
struct ProgramMemory {
    std::int64_t parameters = 0;    ///< f32
    std::int64_t gradients = 0;     ///< f32, of the parameters
    std::int64_t buffers = 0;       ///< f32: running statistics
    std::int64_t packedWeights = 0; ///< the parameters in the layouts and types that are computed with
    std::int64_t activations = 0;   ///< of a batch, with their gradients, where they can share memory they do
    std::int64_t workspace = 0;     ///< all else: scratch of the kernels, partial sums, gradients to add to,
                                    ///< gaps between the others
    std::int64_t total() const
    {
        return parameters + gradients + buffers + packedWeights + activations + workspace;
    }
    bool operator==(const ProgramMemory&) const = default;
};

} // namespace lockstep

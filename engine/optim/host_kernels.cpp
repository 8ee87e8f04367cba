// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/optim/host_kernels.h"

#include "engine/optim/stretches.h"

#if defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define LOCKSTEP_WIDEST __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define LOCKSTEP_WIDEST
#endif

namespace lockstep {
LOCKSTEP_WIDEST double sumOfSquares(const float* __restrict values, std::size_t count)
{
    std::array<double, kSquareSums> sums{};
    std::size_t i = 0;
    for (; i + kSquareSums <= count; i += kSquareSums)
        for (std::size_t j = 0; j < kSquareSums; ++j)
            sums[j] += static_cast<double>(values[i + j]) * static_cast<double>(values[i + j]);
    for (std::size_t j = 0; i < count; ++i, ++j)
        sums[j] += static_cast<double>(values[i]) * static_cast<double>(values[i]);
    double total = 0;
    for (const double sum : sums)
        total += sum;
    return total;
}

} // namespace lockstep

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cpu/vector_avx2.h"

#include <cstdint>
#include <initializer_list>

// Only lane_kernels_avx2.cpp includes this.

namespace lockstep {
namespace {

/// Register blocking: 16 registers.
inline constexpr int kChannelGroup = 3;
inline constexpr int kPixelGroup = 4;
using LaneMask = std::uint32_t;

inline Vector load(const float* at)
{
    return _mm256_load_ps(at);
}
inline Vector loadUnaligned(const float* at)
{
    return _mm256_loadu_ps(at);
}
inline void store(float* at, Vector value)
{
    _mm256_store_ps(at, value);
}
inline __m256i wideMask(LaneMask mask)
{
    const __m256i bits = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
    return _mm256_cmpeq_epi32(_mm256_and_si256(_mm256_set1_epi32(static_cast<int>(mask)), bits), bits);
}
inline void storeFirst(float* at, Vector value, int count)
{
    _mm256_maskstore_ps(at, wideMask(count >= 8 ? 0xffu : (1u << count) - 1), value);
}
inline Vector zero()
{
    return _mm256_setzero_ps();
}
inline LaneMask greater(Vector a, Vector b)
{
    return static_cast<LaneMask>(_mm256_movemask_ps(_mm256_cmp_ps(a, b, _CMP_GT_OQ)));
}
/// The lanes of the mask, zero elsewhere.
inline Vector keep(LaneMask mask, Vector value)
{
    return _mm256_and_ps(_mm256_castsi256_ps(wideMask(mask)), value);
}
inline Vector select(LaneMask mask, Vector yes, Vector no)
{
    return _mm256_blendv_ps(no, yes, _mm256_castsi256_ps(wideMask(mask)));
}
/// Lane i of the result: the sum of the lanes of v[i].
inline Vector sumEach(const Vector (&v)[8])
{
    Vector quads[2];
#pragma GCC unroll 2
    for (int q = 0; q < 2; ++q) {
        const Vector* a = v + 4 * q;
        quads[q] = _mm256_hadd_ps(_mm256_hadd_ps(a[0], a[1]), _mm256_hadd_ps(a[2], a[3]));
    }
    return _mm256_permute2f128_ps(quads[0], quads[1], 0x20) +
           _mm256_permute2f128_ps(quads[0], quads[1], 0x31);
}

} // namespace
} // namespace lockstep

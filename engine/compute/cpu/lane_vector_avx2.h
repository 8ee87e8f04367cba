// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <immintrin.h>
#include <initializer_list>

// Everything below, and everything that the including file adds, is compiled for AVX2 with FMA. Only
// lane_kernels_avx2.cpp includes this; its functions run after a check of the processor.
#pragma GCC target("avx2,fma")

namespace lockstep {
namespace {

using Vector = __m256;
inline constexpr int kLanes = 8;
/// Register blocking: 16 registers.
inline constexpr int kChannelGroup = 3;
inline constexpr int kPixelGroup = 4;
using LaneMask = std::uint32_t;

inline Vector load(const float* at) { return _mm256_load_ps(at); }
inline Vector loadUnaligned(const float* at) { return _mm256_loadu_ps(at); }
inline void store(float* at, Vector value) { _mm256_store_ps(at, value); }
inline __m256i wideMask(LaneMask mask)
{
    const __m256i bits = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
    return _mm256_cmpeq_epi32(_mm256_and_si256(_mm256_set1_epi32(static_cast<int>(mask)), bits), bits);
}
inline void storeFirst(float* at, Vector value, int count)
{
    _mm256_maskstore_ps(at, wideMask(count >= 8 ? 0xffu : (1u << count) - 1), value);
}
inline Vector broadcast(float value) { return _mm256_set1_ps(value); }
inline Vector zero() { return _mm256_setzero_ps(); }
inline Vector multiplyAdd(Vector a, Vector b, Vector c) { return _mm256_fmadd_ps(a, b, c); }
inline Vector maximum(Vector a, Vector b) { return _mm256_max_ps(a, b); }
inline Vector minimum(Vector a, Vector b) { return _mm256_min_ps(a, b); }
inline Vector absolute(Vector a) { return _mm256_andnot_ps(_mm256_set1_ps(-0.0f), a); }
inline LaneMask greater(Vector a, Vector b)
{
    return static_cast<LaneMask>(_mm256_movemask_ps(_mm256_cmp_ps(a, b, _CMP_GT_OQ)));
}
/// The lanes of the mask, zero elsewhere.
inline Vector keep(LaneMask mask, Vector value) { return _mm256_and_ps(_mm256_castsi256_ps(wideMask(mask)), value); }
inline Vector select(LaneMask mask, Vector yes, Vector no)
{
    return _mm256_blendv_ps(no, yes, _mm256_castsi256_ps(wideMask(mask)));
}
/// 2^n for whole n within the exponent's range.
inline Vector powerOfTwo(Vector n)
{
    return _mm256_castsi256_ps(_mm256_slli_epi32(_mm256_add_epi32(_mm256_cvtps_epi32(n), _mm256_set1_epi32(127)), 23));
}
inline Vector roundToWhole(Vector a) { return _mm256_round_ps(a, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC); }
inline float sum(Vector a)
{
    const __m128 half = _mm_add_ps(_mm256_castps256_ps128(a), _mm256_extractf128_ps(a, 1));
    const __m128 quarter = _mm_add_ps(half, _mm_movehl_ps(half, half));
    return _mm_cvtss_f32(_mm_add_ss(quarter, _mm_movehdup_ps(quarter)));
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
    return _mm256_permute2f128_ps(quads[0], quads[1], 0x20) + _mm256_permute2f128_ps(quads[0], quads[1], 0x31);
}

} // namespace
} // namespace lockstep

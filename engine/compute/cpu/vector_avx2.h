// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <immintrin.h>

// Everything below, and everything that the including file adds, is compiled for AVX2 with FMA. Only
// lane_vector_avx2.h and nhwc_vector_avx2.h include this; their functions run after a check of the processor.
#pragma GCC target("avx2,fma")

namespace lockstep {
namespace {

using Vector = __m256;
inline constexpr int kLanes = 8;
inline Vector broadcast(float value)
{
    return _mm256_set1_ps(value);
}
inline Vector multiplyAdd(Vector a, Vector b, Vector c)
{
    return _mm256_fmadd_ps(a, b, c);
}
/// Where one is NaN: b.
inline Vector maximum(Vector a, Vector b)
{
    return _mm256_max_ps(a, b);
}
inline Vector minimum(Vector a, Vector b)
{
    return _mm256_min_ps(a, b);
}
inline Vector absolute(Vector a)
{
    return _mm256_andnot_ps(_mm256_set1_ps(-0.0f), a);
}
/// 2^n for whole n within the exponent's range.
inline Vector powerOfTwo(Vector n)
{
    return _mm256_castsi256_ps(
        _mm256_slli_epi32(_mm256_add_epi32(_mm256_cvtps_epi32(n), _mm256_set1_epi32(127)), 23));
}
inline Vector roundToWhole(Vector a)
{
    return _mm256_round_ps(a, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
}
inline float sum(Vector a)
{
    const __m128 half = _mm_add_ps(_mm256_castps256_ps128(a), _mm256_extractf128_ps(a, 1));
    const __m128 quarter = _mm_add_ps(half, _mm_movehl_ps(half, half));
    return _mm_cvtss_f32(_mm_add_ss(quarter, _mm_movehdup_ps(quarter)));
}

} // namespace
} // namespace lockstep

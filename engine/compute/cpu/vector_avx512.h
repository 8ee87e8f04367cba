// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <immintrin.h>

// Everything below, and everything that the including file adds, is compiled for AVX-512. Only
// lane_vector_avx512.h and nhwc_vector_avx512.h include this; their functions run after a check of the
// processor. GCC 12 warns about its own intrinsics, which begin from an undefined register on purpose (GCC
// bug 105593).
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC target("avx512f,avx512dq,avx512bw,avx512vl,avx2,fma")

namespace lockstep {
namespace {

using Vector = __m512;
inline constexpr int kLanes = 16;
inline Vector broadcast(float value)
{
    return _mm512_set1_ps(value);
}
inline Vector multiplyAdd(Vector a, Vector b, Vector c)
{
    return _mm512_fmadd_ps(a, b, c);
}
/// Where one is NaN: b.
inline Vector maximum(Vector a, Vector b)
{
    return _mm512_max_ps(a, b);
}
inline Vector minimum(Vector a, Vector b)
{
    return _mm512_min_ps(a, b);
}
inline Vector absolute(Vector a)
{
    return _mm512_abs_ps(a);
}
/// 2^n for whole n within the exponent's range.
inline Vector powerOfTwo(Vector n)
{
    return _mm512_castsi512_ps(
        _mm512_slli_epi32(_mm512_add_epi32(_mm512_cvtps_epi32(n), _mm512_set1_epi32(127)), 23));
}
inline float sum(Vector a)
{
    return _mm512_reduce_add_ps(a);
}

} // namespace
} // namespace lockstep

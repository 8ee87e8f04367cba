// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cpu/bfloat16.h"
#include "engine/compute/cpu/vector_avx2.h"

#include <cstring>

// Only nhwc_kernels_avx2.cpp includes this.

namespace lockstep {
namespace {

using Mask = __m256;
inline constexpr const char* kKernelName = "AVX2";

inline __m256i firstLanes(int count)
{
    return _mm256_cmpgt_epi32(_mm256_set1_epi32(count), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
}
inline Vector widen(__m128i halves)
{
    return _mm256_castsi256_ps(_mm256_slli_epi32(_mm256_cvtepu16_epi32(halves), 16));
}
inline __m128i narrow(Vector value)
{
    const __m256i bits = _mm256_castps_si256(value);
    const __m256i odd = _mm256_and_si256(_mm256_srli_epi32(bits, 16), _mm256_set1_epi32(1));
    const __m256i rounded = _mm256_add_epi32(_mm256_add_epi32(bits, _mm256_set1_epi32(0x7fff)), odd);
    const __m256i quiet = _mm256_or_si256(bits, _mm256_set1_epi32(0x400000));
    const __m256 nan = _mm256_cmp_ps(value, value, _CMP_UNORD_Q);
    const __m256i upper = _mm256_srli_epi32(_mm256_blendv_epi8(rounded, quiet, _mm256_castps_si256(nan)), 16);
    return _mm_packus_epi32(_mm256_castsi256_si128(upper), _mm256_extracti128_si256(upper, 1));
}

inline Vector load(const float* at)
{
    return _mm256_loadu_ps(at);
}
inline Vector load(const Bfloat16* at)
{
    return widen(_mm_loadu_si128(reinterpret_cast<const __m128i*>(at)));
}
inline Vector loadBytes(const std::uint8_t* at)
{
    const __m128i bytes = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(at));
    return _mm256_cvtepi32_ps(_mm256_cvtepu8_epi32(bytes));
}
/// Rounded, whatever is added to it: the compiler cannot fuse what it does not see.
inline Vector product(Vector a, Vector b)
{
    Vector result = _mm256_mul_ps(a, b);
    asm("" : "+x"(result));
    return result;
}
inline void store(float* at, Vector value)
{
    _mm256_storeu_ps(at, value);
}
inline void store(Bfloat16* at, Vector value)
{
    _mm_storeu_si128(reinterpret_cast<__m128i*>(at), narrow(value));
}
inline Vector loadFirst(const float* at, int count)
{
    return _mm256_maskload_ps(at, firstLanes(count));
}
inline Vector loadFirst(const Bfloat16* at, int count)
{
    alignas(16) Bfloat16 values[kLanes] = {};
    std::memcpy(values, at, static_cast<std::size_t>(count) * sizeof(Bfloat16));
    return load(values);
}
inline void storeFirst(float* at, Vector value, int count)
{
    _mm256_maskstore_ps(at, firstLanes(count), value);
}
inline void storeFirst(Bfloat16* at, Vector value, int count)
{
    alignas(16) Bfloat16 values[kLanes];
    store(values, value);
    std::memcpy(at, values, static_cast<std::size_t>(count) * sizeof(Bfloat16));
}
/// Lanes whose byte is the value.
inline Mask equalBytes(const std::uint8_t* at, int value)
{
    const __m256i bytes = _mm256_cvtepu8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(at)));
    return _mm256_castsi256_ps(_mm256_cmpeq_epi32(bytes, _mm256_set1_epi32(value)));
}
inline void storeBytes(std::uint8_t* at, Vector value)
{
    const __m256i words = _mm256_cvtps_epi32(value);
    const __m128i halves =
        _mm_packus_epi32(_mm256_castsi256_si128(words), _mm256_extracti128_si256(words, 1));
    _mm_storel_epi64(reinterpret_cast<__m128i*>(at), _mm_packus_epi16(halves, halves));
}
inline Mask equalFirstBytes(const std::uint8_t* at, int value, int count)
{
    std::uint8_t bytes[kLanes] = {};
    std::memcpy(bytes, at, static_cast<std::size_t>(count));
    return equalBytes(bytes, value);
}
inline void storeFirstBytes(std::uint8_t* at, Vector value, int count)
{
    std::uint8_t bytes[kLanes];
    storeBytes(bytes, value);
    std::memcpy(at, bytes, static_cast<std::size_t>(count));
}
inline Mask greater(Vector a, Vector b)
{
    return _mm256_cmp_ps(a, b, _CMP_GT_OQ);
}
inline Mask isNan(Vector a)
{
    return _mm256_cmp_ps(a, a, _CMP_UNORD_Q);
}
inline Mask either(Mask a, Mask b)
{
    return _mm256_or_ps(a, b);
}
inline Vector select(Mask mask, Vector yes, Vector no)
{
    return _mm256_blendv_ps(no, yes, mask);
}
inline Vector keep(Mask mask, Vector value)
{
    return _mm256_and_ps(mask, value);
}
/// Zero in the other lanes.
inline Vector firstOf(Vector value, int count)
{
    return _mm256_and_ps(value, _mm256_castsi256_ps(firstLanes(count)));
}
inline void addTo(double* sums, Vector value)
{
    _mm256_storeu_pd(sums, _mm256_loadu_pd(sums) + _mm256_cvtps_pd(_mm256_castps256_ps128(value)));
    _mm256_storeu_pd(sums + 4, _mm256_loadu_pd(sums + 4) + _mm256_cvtps_pd(_mm256_extractf128_ps(value, 1)));
}

} // namespace
} // namespace lockstep

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cpu/bfloat16.h"
#include "engine/compute/cpu/vector_avx512.h"

#include <cstring>

// Only nhwc_kernels_avx512.cpp includes this.

namespace lockstep {
namespace {

using Mask = __mmask16;
inline constexpr const char* kKernelName = "AVX-512";

inline Mask firstLanes(int count)
{
    return static_cast<Mask>((1u << count) - 1);
}
inline Vector widen(__m256i halves)
{
    return _mm512_castsi512_ps(_mm512_slli_epi32(_mm512_cvtepu16_epi32(halves), 16));
}
/// In whole numbers rather than by AVX512_BF16, which takes denormals for zero.
inline __m256i narrow(Vector value)
{
    const __m512i bits = _mm512_castps_si512(value);
    const __m512i odd = _mm512_and_si512(_mm512_srli_epi32(bits, 16), _mm512_set1_epi32(1));
    const __m512i rounded = _mm512_add_epi32(_mm512_add_epi32(bits, _mm512_set1_epi32(0x7fff)), odd);
    const Mask nan = _mm512_cmp_ps_mask(value, value, _CMP_UNORD_Q);
    const __m512i kept = _mm512_mask_or_epi32(rounded, nan, bits, _mm512_set1_epi32(0x400000));
    return _mm512_cvtepi32_epi16(_mm512_srli_epi32(kept, 16));
}

inline Vector load(const float* at)
{
    return _mm512_loadu_ps(at);
}
inline Vector load(const Bfloat16* at)
{
    return widen(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(at)));
}
inline Vector loadBytes(const std::uint8_t* at)
{
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
    return _mm512_cvtepi32_ps(_mm512_cvtepu8_epi32(bytes));
}
/// Rounded, whatever is added to it: the compiler cannot fuse what it does not see.
inline Vector product(Vector a, Vector b)
{
    Vector result = _mm512_mul_ps(a, b);
    asm("" : "+v"(result));
    return result;
}
inline void store(float* at, Vector value)
{
    _mm512_storeu_ps(at, value);
}
inline void store(Bfloat16* at, Vector value)
{
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(at), narrow(value));
}
inline Vector loadFirst(const float* at, int count)
{
    return _mm512_maskz_loadu_ps(firstLanes(count), at);
}
inline Vector loadFirst(const Bfloat16* at, int count)
{
    return widen(_mm256_maskz_loadu_epi16(firstLanes(count), at));
}
inline void storeFirst(float* at, Vector value, int count)
{
    _mm512_mask_storeu_ps(at, firstLanes(count), value);
}
inline void storeFirst(Bfloat16* at, Vector value, int count)
{
    _mm256_mask_storeu_epi16(at, firstLanes(count), narrow(value));
}
/// Lanes whose byte is the value.
inline Mask equalBytes(const std::uint8_t* at, int value)
{
    return _mm_cmpeq_epi8_mask(_mm_loadu_si128(reinterpret_cast<const __m128i*>(at)),
                               _mm_set1_epi8(static_cast<char>(value)));
}
inline void storeBytes(std::uint8_t* at, Vector value)
{
    _mm_storeu_si128(reinterpret_cast<__m128i*>(at), _mm512_cvtepi32_epi8(_mm512_cvtps_epi32(value)));
}
inline Mask equalFirstBytes(const std::uint8_t* at, int value, int count)
{
    return _mm_cmpeq_epi8_mask(_mm_maskz_loadu_epi8(firstLanes(count), at),
                               _mm_set1_epi8(static_cast<char>(value)));
}
inline void storeFirstBytes(std::uint8_t* at, Vector value, int count)
{
    _mm_mask_storeu_epi8(at, firstLanes(count), _mm512_cvtepi32_epi8(_mm512_cvtps_epi32(value)));
}
inline Mask greater(Vector a, Vector b)
{
    return _mm512_cmp_ps_mask(a, b, _CMP_GT_OQ);
}
inline Mask isNan(Vector a)
{
    return _mm512_cmp_ps_mask(a, a, _CMP_UNORD_Q);
}
inline Mask either(Mask a, Mask b)
{
    return static_cast<Mask>(a | b);
}
inline Vector select(Mask mask, Vector yes, Vector no)
{
    return _mm512_mask_blend_ps(mask, no, yes);
}
inline Vector keep(Mask mask, Vector value)
{
    return _mm512_maskz_mov_ps(mask, value);
}
inline Vector roundToWhole(Vector a)
{
    return _mm512_roundscale_ps(a, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
}
/// Zero in the other lanes.
inline Vector firstOf(Vector value, int count)
{
    return _mm512_maskz_mov_ps(firstLanes(count), value);
}
inline void addTo(double* sums, Vector value)
{
    const __m512d low = _mm512_cvtps_pd(_mm512_castps512_ps256(value));
    const __m512d high = _mm512_cvtps_pd(_mm512_extractf32x8_ps(value, 1));
    _mm512_storeu_pd(sums, _mm512_loadu_pd(sums) + low);
    _mm512_storeu_pd(sums + 8, _mm512_loadu_pd(sums + 8) + high);
}

} // namespace
} // namespace lockstep

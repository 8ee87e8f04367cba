// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cpu/vector_avx512.h"

#include <cstdint>
#include <initializer_list>

// Only lane_kernels_avx512.cpp includes this.

namespace lockstep {
namespace {

/// Register blocking: 32 registers hold 5 x 5 accumulators and what feeds them.
inline constexpr int kChannelGroup = 5;
inline constexpr int kPixelGroup = 5;
using LaneMask = std::uint32_t;

inline Vector load(const float* at)
{
    return _mm512_load_ps(at);
}
inline Vector loadUnaligned(const float* at)
{
    return _mm512_loadu_ps(at);
}
inline void store(float* at, Vector value)
{
    _mm512_store_ps(at, value);
}
inline void storeFirst(float* at, Vector value, int count)
{
    _mm512_mask_storeu_ps(at, static_cast<__mmask16>(count >= 16 ? 0xffff : (1u << count) - 1), value);
}
inline Vector zero()
{
    return _mm512_setzero_ps();
}
inline LaneMask greater(Vector a, Vector b)
{
    return _mm512_cmp_ps_mask(a, b, _CMP_GT_OQ);
}
/// The lanes of the mask, zero elsewhere.
inline Vector keep(LaneMask mask, Vector value)
{
    return _mm512_maskz_mov_ps(static_cast<__mmask16>(mask), value);
}
inline Vector select(LaneMask mask, Vector yes, Vector no)
{
    return _mm512_mask_blend_ps(static_cast<__mmask16>(mask), no, yes);
}
inline Vector roundToWhole(Vector a)
{
    return _mm512_roundscale_ps(a, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
}
/// Lane i of the result: the sum of the lanes of v[i].
inline Vector sumEach(const Vector (&v)[16])
{
    Vector quads[4];
#pragma GCC unroll 4
    for (int q = 0; q < 4; ++q) {
        const Vector* a = v + 4 * q;
        const __m512d low = _mm512_castps_pd(_mm512_unpacklo_ps(a[0], a[1]) + _mm512_unpackhi_ps(a[0], a[1]));
        const __m512d high =
            _mm512_castps_pd(_mm512_unpacklo_ps(a[2], a[3]) + _mm512_unpackhi_ps(a[2], a[3]));
        quads[q] =
            _mm512_castpd_ps(_mm512_unpacklo_pd(low, high)) + _mm512_castpd_ps(_mm512_unpackhi_pd(low, high));
    }
    const Vector front =
        _mm512_shuffle_f32x4(quads[0], quads[1], 0x88) + _mm512_shuffle_f32x4(quads[0], quads[1], 0xdd);
    const Vector back =
        _mm512_shuffle_f32x4(quads[2], quads[3], 0x88) + _mm512_shuffle_f32x4(quads[2], quads[3], 0xdd);
    return _mm512_shuffle_f32x4(front, back, 0x88) + _mm512_shuffle_f32x4(front, back, 0xdd);
}

} // namespace
} // namespace lockstep

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cpu/bfloat16.h"

#include <cstddef>
#include <immintrin.h>

// Everything below, and everything that the including file adds, is compiled for AMX and AVX-512. Only
// amx_*.cpp include this; their functions run after amxAvailable(). GCC 12 warns about its own intrinsics,
// which begin from an undefined register on purpose (GCC bug 105593).
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC target("amx-tile,amx-bf16,avx512f,avx512dq,avx512bw,avx512vl,avx512bf16,avx2,fma")

namespace lockstep {
namespace {

/// A tile: 16 rows of 64 bytes. C: 16 x 16 f32. A: 16 rows x 32 bf16. B: 16 pairs of rows x 16 columns, the
/// two values of a pair side by side. C += A B.
inline constexpr int kTileRows = 16;
inline constexpr int kTileDepth = 32; ///< rows of B, columns of A
inline constexpr int kTileElements = 512;

/// GCC's tile intrinsics do not say that they read and write memory.
inline void orderMemory()
{
    asm volatile("" ::: "memory");
}

/// Shapes all eight tiles in full, for the calling thread, as long as it lives.
class TileUse {
public:
    TileUse()
    {
        struct alignas(64) Configuration {
            std::uint8_t palette = 1;
            std::uint8_t start = 0;
            std::uint8_t reserved[14] = {};
            std::uint16_t columnBytes[16] = {};
            std::uint8_t rows[16] = {};
        } configuration;
        for (int i = 0; i < 8; ++i) {
            configuration.columnBytes[i] = 64;
            configuration.rows[i] = kTileRows;
        }
        asm volatile("ldtilecfg %0" ::"m"(configuration) : "memory");
    }
    ~TileUse() { asm volatile("tilerelease" ::: "memory"); }
    TileUse(const TileUse&) = delete;
    TileUse& operator=(const TileUse&) = delete;
};

/// Which of 32 channels from `channel` on there are.
inline __mmask32 existing(int channel, int channels)
{
    return channels - channel >= 32 ? ~0u : (1u << (channels - channel)) - 1;
}

/// The values of two rows side by side: 32 pairs as two vectors. Zeros where the mask has none.
inline void pairRows(const Bfloat16* first, const Bfloat16* second, __mmask32 mask, __m512i& low,
                     __m512i& high)
{
    alignas(64) static constexpr std::uint16_t kLow[32] = {0,  32, 1,  33, 2,  34, 3,  35, 4,  36, 5,
                                                           37, 6,  38, 7,  39, 8,  40, 9,  41, 10, 42,
                                                           11, 43, 12, 44, 13, 45, 14, 46, 15, 47};
    const __m512i lowPlaces = _mm512_load_si512(kLow);
    const __m512i highPlaces = _mm512_add_epi16(lowPlaces, _mm512_set1_epi16(16));
    const __m512i a = _mm512_maskz_loadu_epi16(mask, first);
    const __m512i b = _mm512_maskz_loadu_epi16(mask, second);
    low = _mm512_permutex2var_epi16(a, lowPlaces, b);
    high = _mm512_permutex2var_epi16(a, highPlaces, b);
}

/// 16 x 16 values of 32 bits.
inline void transposeWords(__m512i (&rows)[16])
{
    __m512i t[16];
#pragma GCC unroll 8
    for (int i = 0; i < 8; ++i) {
        t[2 * i] = _mm512_unpacklo_epi32(rows[2 * i], rows[2 * i + 1]);
        t[2 * i + 1] = _mm512_unpackhi_epi32(rows[2 * i], rows[2 * i + 1]);
    }
#pragma GCC unroll 4
    for (int i = 0; i < 4; ++i) {
        rows[4 * i] = _mm512_unpacklo_epi64(t[4 * i], t[4 * i + 2]);
        rows[4 * i + 1] = _mm512_unpackhi_epi64(t[4 * i], t[4 * i + 2]);
        rows[4 * i + 2] = _mm512_unpacklo_epi64(t[4 * i + 1], t[4 * i + 3]);
        rows[4 * i + 3] = _mm512_unpackhi_epi64(t[4 * i + 1], t[4 * i + 3]);
    }
#pragma GCC unroll 4
    for (int i = 0; i < 4; ++i) {
        t[i] = _mm512_shuffle_i32x4(rows[i], rows[i + 4], 0x88);
        t[i + 4] = _mm512_shuffle_i32x4(rows[i], rows[i + 4], 0xdd);
        t[i + 8] = _mm512_shuffle_i32x4(rows[i + 8], rows[i + 12], 0x88);
        t[i + 12] = _mm512_shuffle_i32x4(rows[i + 8], rows[i + 12], 0xdd);
    }
#pragma GCC unroll 4
    for (int i = 0; i < 4; ++i) {
        rows[i] = _mm512_shuffle_i32x4(t[i], t[i + 8], 0x88);
        rows[i + 8] = _mm512_shuffle_i32x4(t[i], t[i + 8], 0xdd);
        rows[i + 4] = _mm512_shuffle_i32x4(t[i + 4], t[i + 12], 0x88);
        rows[i + 12] = _mm512_shuffle_i32x4(t[i + 4], t[i + 12], 0xdd);
    }
}

/// 32 channels of 32 pixels, each pixel at its pointer, to 32 rows of pixels, `stride` elements apart.
inline void transposePixels(const Bfloat16* const* pixels, int channel, int channels, Bfloat16* to,
                            std::ptrdiff_t stride)
{
    const __mmask32 mask = existing(channel, channels);
    __m512i low[16];
    __m512i high[16];
#pragma GCC unroll 16
    for (int i = 0; i < 16; ++i)
        pairRows(pixels[2 * i] + channel, pixels[2 * i + 1] + channel, mask, low[i], high[i]);
    transposeWords(low);
    transposeWords(high);
#pragma GCC unroll 16
    for (int i = 0; i < 16; ++i) {
        _mm512_storeu_si512(to + i * stride, low[i]);
        _mm512_storeu_si512(to + (16 + i) * stride, high[i]);
    }
}

/// Pairs of pixels for B tiles, 32 channels: of `count` pixels, {2 tiles' columns, count / 2, 16 channels,
/// 2}.
inline void pairPixels(const Bfloat16* const* pixels, int channel, int channels, int count, Bfloat16* to)
{
    const __mmask32 mask = existing(channel, channels);
    for (int i = 0; i < count; i += 2) {
        __m512i low;
        __m512i high;
        pairRows(pixels[i] + channel, pixels[i + 1] + channel, mask, low, high);
        _mm512_storeu_si512(to + i * 16, low);
        _mm512_storeu_si512(to + (count + i) * 16, high);
    }
}

} // namespace
} // namespace lockstep

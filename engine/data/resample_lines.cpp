// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/data/resample_lines.h"

#include "engine/data/resampler.h"

#include <algorithm>
#include <cstring>

#if defined(__SSE4_1__)
#include <smmintrin.h>
#endif

// Whole numbers throughout, so every variant gives the same bits. This file is compiled without fused
// multiply-adds for the sake of writePlanes().
namespace lockstep {
namespace {

constexpr int kHalf = kWeightOne / 2;

#if defined(__SSE4_1__)

/// Two weights as the pair of 16-bit factors that pmaddwd takes, four times.
__m128i weightPair(const std::int16_t* weights)
{
    int pair;
    std::memcpy(&pair, weights, sizeof pair);
    return _mm_set1_epi32(pair);
}

__m128i rounded(__m128i sum) { return _mm_srai_epi32(_mm_add_epi32(sum, _mm_set1_epi32(kHalf)), kWeightBits); }

__m128i load(const std::uint8_t* bytes) { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes)); }

#endif

} // namespace

#if defined(__SSE4_1__)

void resizeLine(const std::uint8_t* source, const int* begin, const std::int16_t* weights, int taps, int count,
                std::uint8_t* out)
{
    // R0 R1 G0 G1 B0 B1 X0 X1 of two neighbouring pixels, as 16-bit numbers.
    const __m128i firstTwo = _mm_setr_epi8(0, -1, 4, -1, 1, -1, 5, -1, 2, -1, 6, -1, 3, -1, 7, -1);
    const __m128i lastTwo = _mm_setr_epi8(8, -1, 12, -1, 9, -1, 13, -1, 10, -1, 14, -1, 11, -1, 15, -1);
    for (int i = 0; i < count; ++i, weights += taps) {
        const std::uint8_t* pixel = source + static_cast<std::ptrdiff_t>(begin[i]) * 4;
        __m128i sum = _mm_setzero_si128();
        int k = 0;
        for (; k + 4 <= taps; k += 4) {
            const __m128i four = load(pixel + 4 * k);
            sum = _mm_add_epi32(sum, _mm_madd_epi16(_mm_shuffle_epi8(four, firstTwo), weightPair(weights + k)));
            sum = _mm_add_epi32(sum, _mm_madd_epi16(_mm_shuffle_epi8(four, lastTwo), weightPair(weights + k + 2)));
        }
        if (k < taps) {
            const __m128i two = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(pixel + 4 * k));
            sum = _mm_add_epi32(sum, _mm_madd_epi16(_mm_shuffle_epi8(two, firstTwo), weightPair(weights + k)));
        }
        const __m128i words = _mm_packs_epi32(rounded(sum), rounded(sum));
        const int bytes = _mm_cvtsi128_si32(_mm_packus_epi16(words, words));
        std::memcpy(out + 4 * i, &bytes, sizeof bytes);
    }
}

void blendLines(const std::uint8_t* lines, std::size_t stride, const std::int16_t* weights, int taps,
                std::size_t bytes, std::uint8_t* out)
{
    const __m128i zero = _mm_setzero_si128();
    for (std::size_t x = 0; x < bytes; x += 16) {
        __m128i sum0 = zero;
        __m128i sum1 = zero;
        __m128i sum2 = zero;
        __m128i sum3 = zero;
        for (int k = 0; k < taps; k += 2) {
            const std::uint8_t* at = lines + static_cast<std::size_t>(k) * stride + x;
            const __m128i upper = load(at);
            const __m128i lower = load(at + stride);
            const __m128i pair = weightPair(weights + k);
            const __m128i low = _mm_unpacklo_epi8(upper, lower);
            const __m128i high = _mm_unpackhi_epi8(upper, lower);
            sum0 = _mm_add_epi32(sum0, _mm_madd_epi16(_mm_unpacklo_epi8(low, zero), pair));
            sum1 = _mm_add_epi32(sum1, _mm_madd_epi16(_mm_unpackhi_epi8(low, zero), pair));
            sum2 = _mm_add_epi32(sum2, _mm_madd_epi16(_mm_unpacklo_epi8(high, zero), pair));
            sum3 = _mm_add_epi32(sum3, _mm_madd_epi16(_mm_unpackhi_epi8(high, zero), pair));
        }
        const __m128i result = _mm_packus_epi16(_mm_packs_epi32(rounded(sum0), rounded(sum1)),
                                                _mm_packs_epi32(rounded(sum2), rounded(sum3)));
        _mm_storeu_si128(reinterpret_cast<__m128i*>(out + x), result);
    }
}

#else

void resizeLine(const std::uint8_t* source, const int* begin, const std::int16_t* weights, int taps, int count,
                std::uint8_t* out)
{
    for (int i = 0; i < count; ++i, weights += taps) {
        const std::uint8_t* pixel = source + static_cast<std::ptrdiff_t>(begin[i]) * 4;
        for (int channel = 0; channel < 4; ++channel) {
            int sum = kHalf;
            for (int k = 0; k < taps; ++k)
                sum += pixel[4 * k + channel] * weights[k];
            out[4 * i + channel] = static_cast<std::uint8_t>(std::clamp(sum >> kWeightBits, 0, 255));
        }
    }
}

void blendLines(const std::uint8_t* lines, std::size_t stride, const std::int16_t* weights, int taps,
                std::size_t bytes, std::uint8_t* out)
{
    for (std::size_t x = 0; x < bytes; ++x) {
        int sum = kHalf;
        for (int k = 0; k < taps; ++k)
            sum += lines[static_cast<std::size_t>(k) * stride + x] * weights[k];
        out[x] = static_cast<std::uint8_t>(std::clamp(sum >> kWeightBits, 0, 255));
    }
}

#endif

void writePlanes(const std::uint8_t* pixels, int side, bool flip, const float (&gain)[3], const float (&offset)[3],
                 float* planes)
{
    const auto width = static_cast<std::size_t>(side);
    for (std::size_t channel = 0; channel < 3; ++channel) {
        const float factor = gain[channel];
        const float shift = offset[channel];
        for (std::size_t y = 0; y < width; ++y) {
            const std::uint8_t* row = pixels + y * width * 4 + channel;
            float* out = planes + (channel * width + y) * width;
            std::size_t x = 0;
#if defined(__SSE4_1__)
            const __m128 factors = _mm_set1_ps(factor);
            const __m128 shifts = _mm_set1_ps(shift);
            const __m128i mask = _mm_set1_epi32(255);
            for (; x + 4 <= width; x += 4) {
                // Loaded from the pixel's first byte on, then shifted down to the channel's.
                const std::size_t from = flip ? width - 4 - x : x;
                const __m128i four = load(row - channel + 4 * from);
                __m128i values = _mm_and_si128(_mm_srl_epi32(four, _mm_cvtsi32_si128(static_cast<int>(8 * channel))),
                                               mask);
                if (flip)
                    values = _mm_shuffle_epi32(values, _MM_SHUFFLE(0, 1, 2, 3));
                _mm_storeu_ps(out + x, _mm_add_ps(_mm_mul_ps(_mm_cvtepi32_ps(values), factors), shifts));
            }
#endif
            for (; x < width; ++x)
                out[x] = static_cast<float>(row[4 * (flip ? width - 1 - x : x)]) * factor + shift;
        }
    }
}

} // namespace lockstep

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/data/pictures/resample_lines.h"

#if defined(__x86_64__)

#include <cstring>

#include <immintrin.h>

// Function by function, so that no inline function of a header is compiled for processors that not every host
// has.
#define LOCKSTEP_AVX2 __attribute__((target("avx2")))

namespace lockstep {
namespace {

LOCKSTEP_AVX2 inline __m128i load16(const std::uint8_t* bytes)
{
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes));
}

LOCKSTEP_AVX2 inline __m256i load32(const std::uint8_t* bytes)
{
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(bytes));
}

/// Two neighbouring weights as the pair of 16-bit factors that vpmaddwd takes, eight times.
LOCKSTEP_AVX2 inline __m256i weightPair(const std::int16_t* weights)
{
    int pair;
    std::memcpy(&pair, weights, sizeof pair);
    return _mm256_set1_epi32(pair);
}

LOCKSTEP_AVX2 inline __m256i rounded(__m256i sum)
{
    return _mm256_srai_epi32(_mm256_add_epi32(sum, _mm256_set1_epi32(kWeightOne / 2)), kWeightBits);
}

/// Weighted sums of `taps` pixels from `left` on in the lower half, from `right` on in the upper half.
LOCKSTEP_AVX2 inline __m256i sumTwo(const std::uint8_t* left, const std::uint8_t* right,
                                    const std::int16_t* leftWeights, const std::int16_t* rightWeights,
                                    int taps)
{
    // R0 R1 G0 G1 B0 B1 X0 X1 of two neighbouring pixels, as 16-bit numbers.
    const __m256i firstTwo =
        _mm256_broadcastsi128_si256(_mm_setr_epi8(0, -1, 4, -1, 1, -1, 5, -1, 2, -1, 6, -1, 3, -1, 7, -1));
    const __m256i lastTwo = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(8, -1, 12, -1, 9, -1, 13, -1, 10, -1, 14, -1, 11, -1, 15, -1));
    __m256i sum = _mm256_setzero_si256();
    for (int k = 0; k < taps; k += 4) {
        const __m256i four =
            _mm256_inserti128_si256(_mm256_castsi128_si256(load16(left + 4 * k)), load16(right + 4 * k), 1);
        const __m256i first =
            _mm256_blend_epi32(weightPair(leftWeights + k), weightPair(rightWeights + k), 0xf0);
        sum = _mm256_add_epi32(sum, _mm256_madd_epi16(_mm256_shuffle_epi8(four, firstTwo), first));
        if (k + 2 >= taps)
            break;
        const __m256i last =
            _mm256_blend_epi32(weightPair(leftWeights + k + 2), weightPair(rightWeights + k + 2), 0xf0);
        sum = _mm256_add_epi32(sum, _mm256_madd_epi16(_mm256_shuffle_epi8(four, lastTwo), last));
    }
    return sum;
}

LOCKSTEP_AVX2 void resizeLine(const std::uint8_t* source, const int* begin, const std::int16_t* weights,
                              int taps, int count, std::uint8_t* out)
{
    for (int i = 0; i < count; i += 2) {
        const int next = i + 1 < count ? i + 1 : i;
        const __m256i sum = rounded(sumTwo(source + static_cast<std::ptrdiff_t>(begin[i]) * 4,
                                           source + static_cast<std::ptrdiff_t>(begin[next]) * 4,
                                           weights + static_cast<std::ptrdiff_t>(i) * taps,
                                           weights + static_cast<std::ptrdiff_t>(next) * taps, taps));
        const __m128i words = _mm_packs_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1));
        _mm_storel_epi64(reinterpret_cast<__m128i*>(out + static_cast<std::ptrdiff_t>(i) * 4),
                         _mm_packus_epi16(words, words));
    }
}

LOCKSTEP_AVX2 void blendLines(const std::uint8_t* lines, std::size_t stride, const std::int16_t* weights,
                              int taps, std::size_t bytes, std::uint8_t* out)
{
    const __m256i zero = _mm256_setzero_si256();
    for (std::size_t x = 0; x < bytes; x += 32) {
        __m256i sum0 = zero;
        __m256i sum1 = zero;
        __m256i sum2 = zero;
        __m256i sum3 = zero;
        for (int k = 0; k < taps; k += 2) {
            const std::uint8_t* at = lines + static_cast<std::size_t>(k) * stride + x;
            const __m256i upper = load32(at);
            const __m256i lower = load32(at + stride);
            const __m256i pair = weightPair(weights + k);
            const __m256i low = _mm256_unpacklo_epi8(upper, lower);
            const __m256i high = _mm256_unpackhi_epi8(upper, lower);
            sum0 = _mm256_add_epi32(sum0, _mm256_madd_epi16(_mm256_unpacklo_epi8(low, zero), pair));
            sum1 = _mm256_add_epi32(sum1, _mm256_madd_epi16(_mm256_unpackhi_epi8(low, zero), pair));
            sum2 = _mm256_add_epi32(sum2, _mm256_madd_epi16(_mm256_unpacklo_epi8(high, zero), pair));
            sum3 = _mm256_add_epi32(sum3, _mm256_madd_epi16(_mm256_unpackhi_epi8(high, zero), pair));
        }
        const __m256i result = _mm256_packus_epi16(_mm256_packs_epi32(rounded(sum0), rounded(sum1)),
                                                   _mm256_packs_epi32(rounded(sum2), rounded(sum3)));
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(out + x), result);
    }
}

LOCKSTEP_AVX2 void packLine(const std::uint8_t* pixels, int count, bool flip, std::uint8_t* out)
{
    // Four pixels at a time; the last four bytes of what is stored belong to the pixels after them.
    const __m128i forward = _mm_setr_epi8(0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1);
    const __m128i backward = _mm_setr_epi8(12, 13, 14, 8, 9, 10, 4, 5, 6, 0, 1, 2, -1, -1, -1, -1);
    const __m128i order = flip ? backward : forward;
    int x = 0;
    for (; x + 6 <= count; x += 4) {
        const int from = flip ? count - 4 - x : x;
        const __m128i four = _mm_shuffle_epi8(load16(pixels + std::ptrdiff_t{4} * from), order);
        _mm_storeu_si128(reinterpret_cast<__m128i*>(out + std::ptrdiff_t{3} * x), four);
    }
    const std::uint8_t* rest = flip ? pixels : pixels + std::ptrdiff_t{4} * x;
    plainLineKernels().packLine(rest, count - x, flip, out + std::ptrdiff_t{3} * x);
}

} // namespace

const LineKernels* wideLineKernels()
{
    static const LineKernels kernels{resizeLine, blendLines, packLine};
    static const bool present = __builtin_cpu_supports("avx2") != 0;
    return present ? &kernels : nullptr;
}

} // namespace lockstep

#else

const lockstep::LineKernels* lockstep::wideLineKernels()
{
    return nullptr;
}

#endif

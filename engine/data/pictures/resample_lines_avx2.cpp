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

LOCKSTEP_AVX2 void writeLine(const std::uint8_t* pixels, int count, bool flip, const float* gain,
                             const float* offset, float* planes, std::size_t stride)
{
    const __m256i mask = _mm256_set1_epi32(255);
    const __m256i order =
        flip ? _mm256_setr_epi32(7, 6, 5, 4, 3, 2, 1, 0) : _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    const int whole = count - count % 8;
    for (int x = 0; x < whole; x += 8) {
        const int from = flip ? count - 8 - x : x;
        __m256i values =
            _mm256_permutevar8x32_epi32(load32(pixels + static_cast<std::ptrdiff_t>(from) * 4), order);
        for (std::size_t channel = 0; channel < 3; ++channel, values = _mm256_srli_epi32(values, 8)) {
            const __m256 numbers = _mm256_cvtepi32_ps(_mm256_and_si256(values, mask));
            const __m256 scaled = _mm256_mul_ps(numbers, _mm256_set1_ps(gain[channel]));
            _mm256_storeu_ps(planes + channel * stride + static_cast<std::size_t>(x),
                             _mm256_add_ps(scaled, _mm256_set1_ps(offset[channel])));
        }
    }
    const std::uint8_t* rest = flip ? pixels : pixels + static_cast<std::ptrdiff_t>(whole) * 4;
    plainLineKernels().writeLine(rest, count - whole, flip, gain, offset, planes + whole, stride);
}

} // namespace

const LineKernels* wideLineKernels()
{
    static const LineKernels kernels{resizeLine, blendLines, writeLine};
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

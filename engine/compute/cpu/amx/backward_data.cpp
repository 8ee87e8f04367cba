// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cpu/amx/grid.h"
#include "engine/compute/cpu/amx/passes.h"
#include "engine/compute/cpu/amx/tiles.h"

namespace lockstep {
namespace {

/// Grid pixels whose results are computed with one block of weights before the next.
inline constexpr int kBlock = 512;
/// The maps of so many bytes are laid on the grid at once: they should stay in the second cache.
inline constexpr std::int64_t kGridBytes = 640 << 10;

struct MapScratch {
    int samples;              ///< laid on the grid at once
    std::int64_t planePixels; ///< of these, with the zeros that taps may reach in front of and behind them
    const Bfloat16** pixels;  ///< a block's results
    float* sums;              ///< {32, 32}
    Bfloat16* plane;
    std::int64_t bytes;

    MapScratch(const ConvolutionShape& c, const PhaseGrid& grid, void* memory)
    {
        const std::int64_t sampleBytes = grid.pixels() * c.outChannels * 2;
        samples = sampleBytes < kGridBytes ? static_cast<int>(kGridBytes / sampleBytes) : 1;
        planePixels = grid.before() + samples * grid.pixels() + 32 + grid.after();
        Carver carver(memory);
        pixels = carver.take<const Bfloat16*>(kBlock);
        sums = carver.take<float>(32 * 32);
        plane = carver.take<Bfloat16>(planePixels * c.outChannels);
        bytes = carver.taken();
    }
};

/// Lays the samples' output gradients, and zeros around them, on the grid.
void layPixels(const ConvolutionShape& c, const PhaseGrid& grid, int samples, const Bfloat16* maps,
               const MapScratch& s)
{
    const int channels = c.outChannels;
    const auto bytes = static_cast<std::size_t>(channels) * sizeof(Bfloat16);
    for (std::int64_t done = 0; done < s.planePixels;) {
        const int now = s.planePixels - done < kBlock ? static_cast<int>(s.planePixels - done) : kBlock;
        grid.outPixels(done - grid.before(), now, samples, maps, channels, nullptr, s.pixels);
        for (int i = 0; i < now;) {
            // Runs of neighbours are copied at once.
            int run = 1;
            const Bfloat16* first = s.pixels[i];
            while (i + run < now &&
                   s.pixels[i + run] == (first != nullptr ? first + run * channels : nullptr))
                ++run;
            void* at = s.plane + (done + i) * channels;
            if (first != nullptr)
                std::memcpy(at, first, static_cast<std::size_t>(run) * bytes);
            else
                std::memset(at, 0, static_cast<std::size_t>(run) * bytes);
            i += run;
        }
        done += now;
    }
}

/// 32 pixels of `depth` channels times one block of weights, into `sums`.
void multiply(const PhaseGrid::Phase& phase, int depth, const Bfloat16* pixels, const Bfloat16* weights,
              float* sums)
{
    const auto bytes = static_cast<std::size_t>(depth) * sizeof(Bfloat16);
    _tile_zero(0);
    _tile_zero(1);
    _tile_zero(2);
    _tile_zero(3);
    for (const PhaseGrid::Tap& tap : phase.taps) {
        const Bfloat16* a = pixels - std::int64_t{tap.shift} * depth;
        const Bfloat16* lower = a + std::int64_t{kTileRows} * depth;
        for (int i = 0; i < depth; i += kTileDepth, weights += 2 * kTileElements) {
            _tile_loadd(4, a + i, bytes);
            _tile_loadd(6, weights, 64);
            _tile_dpbf16ps(0, 4, 6);
            _tile_loadd(7, weights + kTileElements, 64);
            _tile_dpbf16ps(1, 4, 7);
            _tile_loadd(5, lower + i, bytes);
            _tile_dpbf16ps(2, 5, 6);
            _tile_dpbf16ps(3, 5, 7);
        }
    }
    _tile_stored(0, sums, 128);
    _tile_stored(1, sums + 16, 128);
    _tile_stored(2, sums + 16 * 32, 128);
    _tile_stored(3, sums + 16 * 32 + 16, 128);
    orderMemory();
}

/// Rounds 32 channels of 32 pixels and brings those that exist to their places.
void scatter(const float* sums, const Bfloat16* const* pixels, std::int64_t channel, Bfloat16* to)
{
    for (int i = 0; i < 32; ++i, sums += 32)
        if (pixels[i] != nullptr) {
            const __m512 low = _mm512_loadu_ps(sums);
            const __m512 high = _mm512_loadu_ps(sums + 16);
            _mm512_storeu_si512(to + (pixels[i] - to) + channel,
                                reinterpret_cast<__m512i>(_mm512_cvtne2ps_pbh(high, low)));
        }
}

bool anyPixel(const Bfloat16* const* pixels)
{
    for (int i = 0; i < 32; ++i)
        if (pixels[i] != nullptr)
            return true;
    return false;
}

/// Input gradients of one phase at the first `pixels` pixels of the grid, out of the plane that is laid.
void multiplyGrid(const ConvolutionShape& c, const PhaseGrid& grid, const PhaseGrid::Phase& phase,
                  int samples, const MapScratch& s, const Bfloat16* weights, Bfloat16* to)
{
    const std::int64_t pixels = samples * grid.pixels();
    // Elements of the weights for 32 channels of the result.
    const std::int64_t block = static_cast<std::int64_t>(phase.taps.size()) * c.outChannels * 32;
    for (std::int64_t from = 0; from < pixels; from += kBlock) {
        grid.inPixels(phase, from, kBlock, samples, to, c.inChannels, nullptr, s.pixels);
        for (int channel = 0; channel < c.inChannels; channel += 32)
            for (int i = 0; i < kBlock && from + i < pixels; i += 32) {
                if (!anyPixel(s.pixels + i))
                    continue;
                const Bfloat16* at = s.plane + (grid.before() + from + i) * c.outChannels;
                multiply(phase, c.outChannels, at, weights + channel / 32 * block, s.sums);
                scatter(s.sums, s.pixels + i, channel, to);
            }
    }
}

/// A B tile of the weights at `from`; returns what follows it.
Bfloat16* packTile(const float* from, std::int64_t depthStride, std::int64_t widthStride, Bfloat16* to)
{
    alignas(64) static constexpr std::uint16_t kPlaces[32] = {0,  16, 1,  17, 2,  18, 3,  19, 4,  20, 5,
                                                              21, 6,  22, 7,  23, 8,  24, 9,  25, 10, 26,
                                                              11, 27, 12, 28, 13, 29, 14, 30, 15, 31};
    const __m512i lanes = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    const __m512i columns = _mm512_mullo_epi32(lanes, _mm512_set1_epi32(static_cast<int>(widthStride)));
    for (int pair = 0; pair < kTileRows; ++pair, from += 2 * depthStride, to += 32) {
        const __m512 first = _mm512_i32gather_ps(columns, from, 4);
        const __m512 second = _mm512_i32gather_ps(columns, from + depthStride, 4);
        const auto both = reinterpret_cast<__m512i>(_mm512_cvtne2ps_pbh(second, first));
        _mm512_store_si512(to, _mm512_permutexvar_epi16(_mm512_load_si512(kPlaces), both));
    }
    return to;
}

} // namespace

bool amxBackwardDataSupports(const ConvolutionShape& c)
{
    return c.inChannels % 32 == 0 && c.outChannels % 32 == 0;
}

std::int64_t amxBackwardDataScratch(const ConvolutionShape& c, const PhaseGrid& grid)
{
    return MapScratch(c, grid, nullptr).bytes;
}

void amxPackWeights(const ConvolutionShape& c, const PhaseGrid& grid, const float* weight,
                    const WeightStrides& strides, void* packed)
{
    auto* to = static_cast<Bfloat16*>(packed);
    for (const PhaseGrid::Phase& phase : grid.phases())
        for (int channel = 0; channel < c.inChannels; channel += 32)
            for (const PhaseGrid::Tap& tap : phase.taps) {
                const float* from =
                    weight + tap.index / c.kernelColumns * strides.row + tap.index % c.kernelColumns;
                for (int k = 0; k < c.outChannels; k += kTileDepth)
                    for (int half = 0; half < 32; half += 16)
                        to = packTile(from + k * strides.out + (channel + half) * strides.in, strides.out,
                                      strides.in, to);
            }
}

void amxBackwardData(const ConvolutionShape& c, const PhaseGrid& grid, int samples, const void* dy,
                     const void* packed, void* dx, void* scratch)
{
    const MapScratch s(c, grid, scratch);
    const TileUse use;
    // Inputs that no tap meets have the gradient zero.
    if (static_cast<int>(grid.phases().size()) < c.stride * c.stride)
        std::memset(dx, 0,
                    static_cast<std::size_t>(samples * c.inPixels() * c.inChannels) * sizeof(Bfloat16));
    for (int first = 0; first < samples; first += s.samples) {
        const int now = samples - first < s.samples ? samples - first : s.samples;
        const auto* in = static_cast<const Bfloat16*>(dy) + first * c.outPixels() * c.outChannels;
        auto* out = static_cast<Bfloat16*>(dx) + first * c.inPixels() * c.inChannels;
        layPixels(c, grid, now, in, s);
        orderMemory();
        const auto* weights = static_cast<const Bfloat16*>(packed);
        for (const PhaseGrid::Phase& phase : grid.phases()) {
            multiplyGrid(c, grid, phase, now, s, weights, out);
            weights += static_cast<std::int64_t>(phase.taps.size()) * c.outChannels * c.inChannels;
        }
    }
}

} // namespace lockstep

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cpu/amx_grid.h"
#include "engine/compute/cpu/amx_passes.h"
#include "engine/compute/cpu/amx_tiles.h"

namespace lockstep {
namespace {

/// Grid pixels whose results are computed with one block of weights before the next.
inline constexpr int kBlock = 512;
/// The maps of so many bytes are laid on the grid at once: they should stay in the second cache.
inline constexpr std::int64_t kGridBytes = 640 << 10;

/// Forward and backward data alike: maps of `depth` channels are multiplied by a matrix for each tap, which
/// gives `width` channels.
struct Direction {
    bool back;
    int depth;
    int width;
    int before; ///< zeros that taps may reach in front of the first pixel of the grid
    int after;

    Direction(const ConvolutionShape& c, const PhaseGrid& grid, ConvolutionPass pass)
        : back(pass == ConvolutionPass::BackwardData), depth(back ? c.outChannels : c.inChannels),
          width(back ? c.inChannels : c.outChannels), before(back ? grid.before() : grid.after()),
          after(32 + (back ? grid.after() : grid.before()))
    {
    }
};

struct MapScratch {
    int samples;              ///< laid on the grid at once
    std::int64_t planePixels; ///< of one phase
    const Bfloat16** pixels;  ///< a block's results
    float* sums;              ///< {32, 32}
    Bfloat16* planes;
    std::int64_t bytes;

    MapScratch(const PhaseGrid& grid, const Direction& d, void* memory)
    {
        const auto planes_ = d.back ? 1 : static_cast<std::int64_t>(grid.phases().size());
        const std::int64_t sampleBytes = planes_ * grid.pixels() * d.depth * 2;
        samples = sampleBytes < kGridBytes ? static_cast<int>(kGridBytes / sampleBytes) : 1;
        planePixels = d.before + samples * grid.pixels() + d.after;
        Carver carver(memory);
        pixels = carver.take<const Bfloat16*>(kBlock);
        sums = carver.take<float>(32 * 32);
        planes = carver.take<Bfloat16>(planes_ * planePixels * d.depth);
        bytes = carver.taken();
    }
};

/// Lays the pixels that `locate` finds, or zeros, behind one another.
template <typename Locate>
void layPixels(std::int64_t from, std::int64_t count, int channels, const MapScratch& s, Bfloat16* to,
               const Locate& locate)
{
    const auto bytes = static_cast<std::size_t>(channels) * sizeof(Bfloat16);
    for (std::int64_t done = 0; done < count;) {
        const int now = count - done < kBlock ? static_cast<int>(count - done) : kBlock;
        locate(from + done, now);
        for (int i = 0; i < now;) {
            // Runs of neighbours are copied at once.
            int run = 1;
            const Bfloat16* first = s.pixels[i];
            while (i + run < now &&
                   s.pixels[i + run] == (first != nullptr ? first + run * channels : nullptr))
                ++run;
            void* at = to + (done + i) * channels;
            if (first != nullptr)
                std::memcpy(at, first, static_cast<std::size_t>(run) * bytes);
            else
                std::memset(at, 0, static_cast<std::size_t>(run) * bytes);
            i += run;
        }
        done += now;
    }
}

/// 32 pixels times one block of weights, into `sums`. `pixels`: the first one in the first plane.
void multiply(const Direction& d, std::span<const PhaseGrid::Phase> phases, const Bfloat16* pixels,
              std::int64_t plane, const Bfloat16* weights, float* sums)
{
    const auto bytes = static_cast<std::size_t>(d.depth) * sizeof(Bfloat16);
    _tile_zero(0);
    _tile_zero(1);
    _tile_zero(2);
    _tile_zero(3);
    for (const PhaseGrid::Phase& phase : phases) {
        for (const PhaseGrid::Tap& tap : phase.taps) {
            const Bfloat16* a = pixels + std::int64_t{d.back ? -tap.shift : tap.shift} * d.depth;
            const Bfloat16* lower = a + std::int64_t{kTileRows} * d.depth;
            for (int i = 0; i < d.depth; i += kTileDepth, weights += 2 * kTileElements) {
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
        pixels += plane;
    }
    _tile_stored(0, sums, 128);
    _tile_stored(1, sums + 16, 128);
    _tile_stored(2, sums + 16 * 32, 128);
    _tile_stored(3, sums + 16 * 32 + 16, 128);
    orderMemory();
}

/// What becomes of a result.
struct Finish {
    const float* bias;
    Clamp clamp;

    __m512 operator()(__m512 value, std::int64_t channel) const
    {
        if (bias != nullptr)
            value = _mm512_add_ps(value, _mm512_loadu_ps(bias + channel));
        // Where one is NaN these return their second argument.
        if (clamp != Clamp::None)
            value = _mm512_max_ps(_mm512_setzero_ps(), value);
        return clamp == Clamp::Relu6 ? _mm512_min_ps(_mm512_set1_ps(6.0f), value) : value;
    }
};

/// Rounds 32 channels of 32 pixels and brings those that exist to their places.
void scatter(const float* sums, const Bfloat16* const* pixels, const Bfloat16* maps, std::int64_t channel,
             const Finish& finish, Bfloat16* to)
{
    for (int i = 0; i < 32; ++i, sums += 32)
        if (pixels[i] != nullptr) {
            const __m512 low = finish(_mm512_loadu_ps(sums), channel);
            const __m512 high = finish(_mm512_loadu_ps(sums + 16), channel + 16);
            _mm512_storeu_si512(to + (pixels[i] - maps) + channel,
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

/// Results at all pixels of the grid that `locate` knows, out of the planes that are laid.
template <typename Locate>
void multiplyGrid(const Direction& d, std::span<const PhaseGrid::Phase> phases, std::int64_t pixels,
                  const MapScratch& s, const Bfloat16* weights, const Finish& finish, Bfloat16* to,
                  const Locate& locate)
{
    std::int64_t block = 0; // elements of the weights for 32 channels of the result
    for (const PhaseGrid::Phase& phase : phases)
        block += static_cast<std::int64_t>(phase.taps.size()) * d.depth * 32;
    const std::int64_t plane = s.planePixels * d.depth;
    for (std::int64_t from = 0; from < pixels; from += kBlock) {
        locate(from, kBlock);
        for (int channel = 0; channel < d.width; channel += 32)
            for (int i = 0; i < kBlock && from + i < pixels; i += 32) {
                if (!anyPixel(s.pixels + i))
                    continue;
                const Bfloat16* at = s.planes + (d.before + from + i) * d.depth;
                multiply(d, phases, at, plane, weights + channel / 32 * block, s.sums);
                scatter(s.sums, s.pixels + i, to, channel, finish, to);
            }
    }
}

} // namespace

namespace {

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

bool amxMapsSupports(const ConvolutionShape& c)
{
    return c.inChannels % 32 == 0 && c.outChannels % 32 == 0;
}

std::int64_t amxMapsScratch(const ConvolutionShape& c, const PhaseGrid& grid, ConvolutionPass pass)
{
    return MapScratch(grid, Direction(c, grid, pass), nullptr).bytes;
}

void amxPackWeights(const ConvolutionShape& c, const PhaseGrid& grid, ConvolutionPass pass,
                    const float* weight, const WeightStrides& strides, void* packed)
{
    const Direction d(c, grid, pass);
    auto* to = static_cast<Bfloat16*>(packed);
    const std::int64_t depthStride = d.back ? strides.out : strides.in;
    const std::int64_t widthStride = d.back ? strides.in : strides.out;
    // Backward, each phase is a product of its own.
    const std::size_t products = d.back ? grid.phases().size() : 1;
    for (std::size_t p = 0; p < products; ++p)
        for (int channel = 0; channel < d.width; channel += 32)
            for (std::size_t i = d.back ? p : 0; i < (d.back ? p + 1 : grid.phases().size()); ++i)
                for (const PhaseGrid::Tap& tap : grid.phases()[i].taps) {
                    const float* from =
                        weight + tap.index / c.kernelColumns * strides.row + tap.index % c.kernelColumns;
                    for (int k = 0; k < d.depth; k += kTileDepth)
                        for (int half = 0; half < 32; half += 16)
                            to = packTile(from + k * depthStride + (channel + half) * widthStride,
                                          depthStride, widthStride, to);
                }
}

void amxForward(const ConvolutionShape& c, const PhaseGrid& grid, int samples, const void* x,
                const void* packed, const float* bias, Clamp clamp, void* y, void* scratch)
{
    const Direction d(c, grid, ConvolutionPass::Forward);
    const MapScratch s(grid, d, scratch);
    const TileUse use;
    for (int first = 0; first < samples; first += s.samples) {
        const int now = samples - first < s.samples ? samples - first : s.samples;
        const auto* in = static_cast<const Bfloat16*>(x) + first * c.inPixels() * d.depth;
        auto* out = static_cast<Bfloat16*>(y) + first * c.outPixels() * d.width;
        Bfloat16* plane = s.planes;
        for (const PhaseGrid::Phase& phase : grid.phases()) {
            layPixels(-d.before, s.planePixels, d.depth, s, plane, [&](std::int64_t from, int count) {
                grid.inPixels(phase, from, count, now, in, d.depth, nullptr, s.pixels);
            });
            plane += s.planePixels * d.depth;
        }
        orderMemory();
        multiplyGrid(d, grid.phases(), now * grid.pixels(), s, static_cast<const Bfloat16*>(packed),
                     {bias, clamp}, out, [&](std::int64_t from, int count) {
                         grid.outPixels(from, count, now, out, d.width, nullptr, s.pixels);
                     });
    }
}

void amxBackwardData(const ConvolutionShape& c, const PhaseGrid& grid, int samples, const void* dy,
                     const void* packed, void* dx, void* scratch)
{
    const Direction d(c, grid, ConvolutionPass::BackwardData);
    const MapScratch s(grid, d, scratch);
    const TileUse use;
    // Inputs that no tap meets have the gradient zero.
    if (static_cast<int>(grid.phases().size()) < c.stride * c.stride)
        std::memset(dx, 0, static_cast<std::size_t>(samples * c.inPixels() * d.width) * sizeof(Bfloat16));
    for (int first = 0; first < samples; first += s.samples) {
        const int now = samples - first < s.samples ? samples - first : s.samples;
        const auto* in = static_cast<const Bfloat16*>(dy) + first * c.outPixels() * d.depth;
        auto* out = static_cast<Bfloat16*>(dx) + first * c.inPixels() * d.width;
        layPixels(-d.before, s.planePixels, d.depth, s, s.planes, [&](std::int64_t from, int count) {
            grid.outPixels(from, count, now, in, d.depth, nullptr, s.pixels);
        });
        orderMemory();
        const auto* weights = static_cast<const Bfloat16*>(packed);
        for (const PhaseGrid::Phase& phase : grid.phases()) {
            multiplyGrid(d, {&phase, 1}, now * grid.pixels(), s, weights, {nullptr, Clamp::None}, out,
                         [&](std::int64_t from, int count) {
                             grid.inPixels(phase, from, count, now, out, d.width, nullptr, s.pixels);
                         });
            weights += static_cast<std::int64_t>(phase.taps.size()) * d.depth * d.width;
        }
    }
}

} // namespace lockstep

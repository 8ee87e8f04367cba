// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cpu/amx/grid.h"
#include "engine/compute/cpu/amx/passes.h"
#include "engine/compute/cpu/amx/tiles.h"

namespace lockstep {
namespace {

/// Pixels that are packed at once for a narrow input.
inline constexpr int kChunk = 256;

/// sums {32, 32} (rows `stride` apart) += A {32, depth} B {depth, 32}; `fresh`: = instead of +=.
void addProduct(float* sums, std::ptrdiff_t stride, const Bfloat16* a, std::ptrdiff_t aStride,
                const Bfloat16* b, int depth, std::ptrdiff_t bPanel, bool fresh)
{
    const auto bytes = static_cast<std::size_t>(stride) * sizeof(float);
    const auto aBytes = static_cast<std::size_t>(aStride) * sizeof(Bfloat16);
    const Bfloat16* lowerA = a + kTileRows * aStride;
    const Bfloat16* rightB = b + bPanel;
    if (fresh) {
        _tile_zero(0);
        _tile_zero(1);
        _tile_zero(2);
        _tile_zero(3);
    } else {
        _tile_loadd(0, sums, bytes);
        _tile_loadd(1, sums + 16, bytes);
        _tile_loadd(2, sums + 16 * stride, bytes);
        _tile_loadd(3, sums + 16 * stride + 16, bytes);
    }
    for (int i = 0; i < depth; i += kTileDepth) {
        _tile_loadd(4, a + i, aBytes);
        _tile_loadd(6, b + i * 16, 64);
        _tile_dpbf16ps(0, 4, 6);
        _tile_loadd(7, rightB + i * 16, 64);
        _tile_dpbf16ps(1, 4, 7);
        _tile_loadd(5, lowerA + i, aBytes);
        _tile_dpbf16ps(2, 5, 6);
        _tile_dpbf16ps(3, 5, 7);
    }
    _tile_stored(0, sums, bytes);
    _tile_stored(1, sums + 16, bytes);
    _tile_stored(2, sums + 16 * stride, bytes);
    _tile_stored(3, sums + 16 * stride + 16, bytes);
}

/// Rows of a transposed panel that do not all fall on the same few sets of the cache.
std::int64_t panelStride(std::int64_t pixels)
{
    const std::int64_t lines = (pixels + 31) / 32;
    return (lines % 2 == 0 ? lines + 1 : lines) * 32;
}

/// Weights of a tap, with those beyond the channels.
std::int64_t blocks(const ConvolutionShape& c)
{
    return std::int64_t{wholeBlocks(c.outChannels)} * wholeBlocks(c.inChannels);
}

/// Most pixels that are packed at once: more, and the panels leave the second cache; fewer, and the sums are
/// fetched too often.
inline constexpr std::int64_t kWideChunk = 1024;

/// `pixels` of the grid in equal parts.
int wideChunk(std::int64_t pixels)
{
    const std::int64_t parts = (pixels + kWideChunk - 1) / kWideChunk;
    return static_cast<int>(((pixels + parts - 1) / parts + 31) / 32 * 32);
}

/// Memory of a call, carved from the scratch.
struct WideScratch {
    int chunk;
    int width;       ///< input pixels of a chunk with its halo
    Bfloat16* zeros; ///< a pixel outside the map
    const Bfloat16** pixels;
    Bfloat16* pairs[2];   ///< the input, paired from even and from odd places on: B
    Bfloat16* transposed; ///< the output's gradient: A
    std::int64_t bytes;

    WideScratch(const ConvolutionShape& c, const PhaseGrid& grid, std::int64_t pixelCount, void* memory)
        : chunk(wideChunk(pixelCount)), width(chunk + grid.before() + grid.after())
    {
        Carver carver(memory);
        zeros = carver.take<Bfloat16>(c.inChannels > c.outChannels ? c.inChannels : c.outChannels);
        pixels = carver.take<const Bfloat16*>(width + 1);
        for (Bfloat16*& each : pairs)
            each = carver.take<Bfloat16>(std::int64_t{width} * wholeBlocks(c.inChannels));
        transposed = carver.take<Bfloat16>(panelStride(chunk) * wholeBlocks(c.outChannels));
        bytes = carver.taken();
    }
};

/// The taps of a phase whose shifts are even, or odd.
void addTaps(const ConvolutionShape& c, const PhaseGrid::Phase& phase, const PhaseGrid& grid,
             const WideScratch& s, int odd, bool fresh, float* sums)
{
    const std::int64_t stride = panelStride(s.chunk);
    const std::int64_t panel = std::int64_t{s.width} * 16;
    const int width = wholeBlocks(c.inChannels);
    for (int k = 0; k < c.outChannels; k += 32)
        for (int i = 0; i < c.inChannels; i += 32)
            for (const PhaseGrid::Tap& tap : phase.taps) {
                const int place =
                    tap.shift + grid.after(); // in the packed input; even and odd as the shift is
                if (place % 2 != odd)
                    continue;
                float* to = sums + tap.index * blocks(c) + std::int64_t{k} * width + i;
                const Bfloat16* b = s.pairs[odd] + i / 16 * panel + place / 2 * 32;
                addProduct(to, width, s.transposed + k * stride, stride, b, s.chunk, panel, fresh);
            }
}

/// What one chunk of the output's grid pixels contributes.
void addChunk(const ConvolutionShape& c, const PhaseGrid& grid, const WideScratch& s, std::int64_t from,
              int samples, const Bfloat16* x, const Bfloat16* dy, float* sums)
{
    const std::int64_t stride = panelStride(s.chunk);
    grid.outPixels(from, s.chunk, samples, dy, c.outChannels, s.zeros, s.pixels);
    for (int i = 0; i < s.chunk; i += 32)
        for (int k = 0; k < c.outChannels; k += 32)
            transposePixels(s.pixels + i, k, c.outChannels, s.transposed + k * stride + i, stride);
    for (const PhaseGrid::Phase& phase : grid.phases()) {
        grid.inPixels(phase, from - grid.after(), s.width + 1, samples, x, c.inChannels, s.zeros, s.pixels);
        for (const int odd : {0, 1}) {
            if (!phase.meets(odd))
                continue;
            for (int i = 0; i < c.inChannels; i += 32)
                pairPixels(s.pixels + odd, i, c.inChannels, s.width,
                           s.pairs[odd] + std::int64_t{i} * s.width);
            orderMemory();
            addTaps(c, phase, grid, s, odd, from == 0, sums);
            orderMemory();
        }
    }
}

/// 32 input channels or more at a time; the shifts between taps are shifts along a grid with zeros between
/// the rows.
void wideBackwardWeights(const ConvolutionShape& c, const PhaseGrid& grid, int samples, const Bfloat16* x,
                         const Bfloat16* dy, float* sums, void* memory)
{
    const WideScratch scratch(c, grid, samples * grid.pixels(), memory);
    for (int i = 0; i < c.inChannels || i < c.outChannels; ++i)
        scratch.zeros[i] = {};
    const TileUse use;
    for (std::int64_t from = 0; from < samples * grid.pixels(); from += scratch.chunk)
        addChunk(c, grid, scratch, from, samples, x, dy, sums);
}

/// With few input channels, a kernel row's columns and channels are 32 neighbouring values of the input or
/// fewer: one pair of B tiles for each kernel row.
struct NarrowScratch {
    const Bfloat16** pixels;
    Bfloat16* padded;     ///< a sample with its border
    Bfloat16* pairs;      ///< {kernel row, 2, chunk / 2, 16, 2}
    Bfloat16* transposed; ///< of the output's gradient
    float* sums;          ///< {kernel row, outChannels, 32}
    Bfloat16* zeros;
    std::int64_t bytes;

    NarrowScratch(const ConvolutionShape& c, void* memory)
    {
        Carver carver(memory);
        pixels = carver.take<const Bfloat16*>(kChunk);
        padded = carver.take<Bfloat16>(std::int64_t{paddedHeight(c)} * paddedWidth(c) * c.inChannels + 64);
        pairs = carver.take<Bfloat16>(std::int64_t{c.kernelRows} * kChunk * 32);
        transposed = carver.take<Bfloat16>(panelStride(kChunk) * wholeBlocks(c.outChannels));
        sums = carver.take<float>(std::int64_t{c.kernelRows} * wholeBlocks(c.outChannels) * 32);
        zeros = carver.take<Bfloat16>(c.outChannels > 64 ? c.outChannels : 64);
        bytes = carver.taken();
    }
    static int paddedHeight(const ConvolutionShape& c) { return (c.outHeight - 1) * c.stride + c.kernelRows; }
    static int paddedWidth(const ConvolutionShape& c)
    {
        return (c.outWidth - 1) * c.stride + c.kernelColumns;
    }
};

void padSample(const ConvolutionShape& c, const Bfloat16* x, Bfloat16* padded)
{
    const std::int64_t line = std::int64_t{NarrowScratch::paddedWidth(c)} * c.inChannels;
    const std::int64_t before = std::int64_t{c.paddingLeft} * c.inChannels;
    const std::int64_t inside = std::int64_t{c.inWidth} * c.inChannels;
    const std::int64_t copied = inside < line - before ? inside : line - before;
    for (int row = 0; row < NarrowScratch::paddedHeight(c); ++row, padded += line) {
        const int from = row - c.paddingTop;
        std::memset(static_cast<void*>(padded), 0, static_cast<std::size_t>(line) * sizeof(Bfloat16));
        if (from >= 0 && from < c.inHeight)
            std::memcpy(padded + before, x + from * inside,
                        static_cast<std::size_t>(copied) * sizeof(Bfloat16));
    }
    std::memset(static_cast<void*>(padded), 0, 64 * sizeof(Bfloat16));
}

void addNarrowChunk(const ConvolutionShape& c, const NarrowScratch& s, std::int64_t from, const Bfloat16* dy,
                    bool fresh)
{
    const std::int64_t left = c.outPixels() - from;
    const int count = left < kChunk ? static_cast<int>(left) : kChunk;
    const int depth = (count + kTileDepth - 1) / kTileDepth * kTileDepth;
    const std::int64_t stride = panelStride(kChunk);
    for (int i = 0; i < depth; ++i)
        s.pixels[i] = i < count ? dy + (from + i) * c.outChannels : s.zeros;
    for (int i = 0; i < depth; i += 32)
        for (int k = 0; k < c.outChannels; k += 32)
            transposePixels(s.pixels + i, k, c.outChannels, s.transposed + k * stride + i, stride);
    const std::int64_t line = std::int64_t{NarrowScratch::paddedWidth(c)} * c.inChannels;
    std::int64_t row = from / c.outWidth;
    std::int64_t column = from % c.outWidth;
    for (int i = 0; i < count; ++i) {
        s.pixels[i] = s.padded + (row * line + column * c.inChannels) * c.stride;
        if (++column == c.outWidth) {
            column = 0;
            ++row;
        }
    }
    for (int u = 0; u < c.kernelRows; ++u) {
        Bfloat16* to = s.pairs + std::int64_t{u} * kChunk * 32;
        // Beyond the last pixel the gradient is zero, but zeros times what stands in the memory there need
        // not be.
        for (int i = 0; i < depth; i += 2) {
            __m512i low;
            __m512i high;
            pairRows(i < count ? s.pixels[i] + u * line : s.zeros,
                     i + 1 < count ? s.pixels[i + 1] + u * line : s.zeros, ~0u, low, high);
            _mm512_storeu_si512(to + i * 16, low);
            _mm512_storeu_si512(to + (kChunk + i) * 16, high);
        }
    }
    orderMemory();
    for (int k = 0; k < c.outChannels; k += 32)
        for (int u = 0; u < c.kernelRows; ++u)
            addProduct(s.sums + (std::int64_t{u} * wholeBlocks(c.outChannels) + k) * 32, 32,
                       s.transposed + k * stride, stride, s.pairs + std::int64_t{u} * kChunk * 32, depth,
                       kChunk * 16, fresh);
    orderMemory();
}

void narrowBackwardWeights(const ConvolutionShape& c, int samples, const Bfloat16* x, const Bfloat16* dy,
                           float* weightGradient, void* memory)
{
    const NarrowScratch scratch(c, memory);
    for (int i = 0; i < c.outChannels || i < 64; ++i)
        scratch.zeros[i] = {};
    const TileUse use;
    for (int s = 0; s < samples; ++s) {
        padSample(c, x + s * c.inPixels() * c.inChannels, scratch.padded);
        for (std::int64_t from = 0; from < c.outPixels(); from += kChunk)
            addNarrowChunk(c, scratch, from, dy + s * c.outPixels() * c.outChannels, s == 0 && from == 0);
    }
    for (int tap = 0; tap < c.taps(); ++tap)
        for (int k = 0; k < c.outChannels; ++k) {
            const int row = tap / c.kernelColumns * wholeBlocks(c.outChannels) + k;
            std::memcpy(weightGradient + tap * blocks(c) + std::int64_t{k} * wholeBlocks(c.inChannels),
                        scratch.sums + row * 32 + tap % c.kernelColumns * c.inChannels,
                        static_cast<std::size_t>(c.inChannels) * sizeof(float));
        }
}

bool narrow(const ConvolutionShape& c)
{
    return c.kernelColumns * c.inChannels <= 32;
}

} // namespace

std::int64_t amxBackwardWeightsScratch(const ConvolutionShape& c, const PhaseGrid& grid)
{
    return narrow(c) ? NarrowScratch(c, nullptr).bytes : WideScratch(c, grid, kWideChunk, nullptr).bytes;
}

void amxBackwardWeights(const ConvolutionShape& c, const PhaseGrid& grid, int samples, const void* x,
                        const void* dy, float* weightGradient, void* scratch)
{
    const auto* in = static_cast<const Bfloat16*>(x);
    const auto* gradient = static_cast<const Bfloat16*>(dy);
    if (samples == 0)
        std::memset(weightGradient, 0, static_cast<std::size_t>(c.taps() * blocks(c)) * sizeof(float));
    else if (narrow(c))
        narrowBackwardWeights(c, samples, in, gradient, weightGradient, scratch);
    else
        wideBackwardWeights(c, grid, samples, in, gradient, weightGradient, scratch);
}

} // namespace lockstep

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

/// What kernels over activations are called with, on any device. A `void` pointer points to activations of
/// the table's element type, dense NHWC: {rows = samples * height * width, channels}, with no alignment asked
/// for. A worker passes its own contiguous share of the batch.
namespace lockstep {

/// How activations are stored. Arithmetic is f32; what is stored is rounded to nearest even.
enum class Element { Float32, Bfloat16, Float16 };

constexpr std::size_t bytesOf(Element element)
{
    return element == Element::Float32 ? 4 : 2;
}

/// What a kernel does with what stands in its output.
enum class Output { Overwrite, Add };

/// Applied after a normalisation or an addition; its derivative is 1 where the result is inside, else 0.
enum class Clamp { None, Relu, Relu6 };

/// y = (x - center) * scale + bias for each channel.
struct ChannelAffine {
    const float* center = nullptr;
    const float* scale = nullptr;
    const float* bias = nullptr;
};

/// y = clamp(affine(x) + residual), where the residual, if any, may be normalised itself. y may be x or
/// residual.
struct Normalize {
    std::int64_t rows = 0;
    int channels = 0;
    const void* x = nullptr;
    ChannelAffine affine = {};
    const void* residual = nullptr;    ///< may be null
    ChannelAffine residualAffine = {}; ///< center null: the residual as it is
    Clamp clamp = Clamp::None;
    void* y = nullptr;
};

/// The gradient that reaches a batch norm: g = (dy + dy2) masked by the clamp that followed it, taken from
/// its output y. (The gradient of the residual that was added before the clamp is g too.)
struct NormGradient {
    std::int64_t rows = 0;
    int channels = 0;
    const void* x = nullptr; ///< the batch norm's input
    const void* dy = nullptr;
    const void* dy2 = nullptr; ///< a second gradient to be added; may be null
    const void* y = nullptr;   ///< null when clamp is None
    Clamp clamp = Clamp::None;
    void* masked = nullptr; ///< normGradientSums writes g here unless null; may be dy or dy2 itself
};

/// How windows slide along one side of a map. They may end outside: what is beyond the map counts as padding.
struct Side {
    int in = 0;
    int out = 0;
    int kernel = 1;
    int stride = 1;
    int padding = 0; ///< before the map

    /// Where the window of an output place begins on the map; negative: in the padding.
    constexpr int start(int place) const { return place * stride - padding; }
    /// Places after the map that the last window reaches.
    constexpr int after() const { return std::max(0, start(out - 1) + kernel - in); }
    /// Windows side by side that cover the map.
    constexpr bool apart() const { return kernel == stride && padding == 0 && out * stride == in; }
    /// Every window is the place itself.
    constexpr bool plain() const { return kernel == 1 && stride == 1 && padding == 0 && out == in; }
};

/// Windows over maps: pooling, and depthwise convolution, whose sides differ in their sizes alone.
struct Windows {
    int samples = 0;
    int channels = 0;
    Side rows = {};    ///< along the height
    Side columns = {}; ///< along the width

    constexpr std::int64_t inRows() const { return std::int64_t{samples} * rows.in * columns.in; }
    constexpr std::int64_t outRows() const { return std::int64_t{samples} * rows.out * columns.out; }
    /// Number of a place in the window; of a max pooling it must fit into a byte, and 255 means none.
    constexpr int tap(int row, int column) const { return row * columns.kernel + column; }
    constexpr int taps() const { return rows.kernel * columns.kernel; }
};

/// Which random numbers a dropout or stochastic depth draws: Philox4x32-10 over the seed, the layer, the
/// step, the sample's place in the global batch and the element's place in the sample, so that backward draws
/// them again.
struct DropoutMask {
    double probability = 0.5; ///< of zero; the rest is divided by 1 - probability
    std::uint64_t seed = 0;
    std::uint32_t layer = 0;
    std::int64_t step = 0;
    std::int64_t firstSample = 0; ///< place of the worker's first sample in the global batch
};

/// Adds a scaled branch to a residual: y = residual + sampleFactor * channelFactor * x.
struct ScaledAdd {
    int samples = 0;
    std::int64_t pixels = 0; ///< of a sample
    int channels = 0;
    const void* x = nullptr;
    const float* channelFactors = nullptr; ///< {channels}; null: 1
    const float* sampleFactors = nullptr;  ///< {samples} (stochastic depth); null: 1
    const void* residual = nullptr;        ///< null: 0
    void* y = nullptr;
};

/// Every `stride`-th row and column, with zero channels before and after (the residual networks' option A).
struct Subsample {
    int samples = 0;
    int inHeight = 0;
    int inWidth = 0;
    int inChannels = 0;
    int outHeight = 0;
    int outWidth = 0;
    int stride = 2;
    int before = 0;
    int after = 0;
};

} // namespace lockstep

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/kernel_arguments.h"
#include "engine/core/pixel_scale.h"
#include "engine/graph/layers.h"

#include <vector>

namespace lockstep {

/// Single-threaded kernels over dense NHWC activations, one table for each instruction set and element type.
/// Parameters, statistics and coefficients are f32, sums over rows f64; bf16 is rounded to nearest even,
/// arithmetic is f32. Inputs and outputs are apart unless a comment allows "in place" (the very same
/// pointer). 0 rows or samples are allowed. Nothing is allocated but in the functions named `prepare`.
struct NhwcKernels {
    const char* name = ""; ///< "AVX-512"
    Element element = Element::Float32;

    // Conversions; n counts elements.
    void (*fromFloat)(const float* x, void* y, std::int64_t n);
    void (*toFloat)(const void* x, float* y, std::int64_t n, Output);
    /// {samples, channels, pixels} f32 to {samples, pixels, channels}
    void (*imagesToNhwc)(const float* x, void* y, int samples, int channels, std::int64_t pixels);
    /// {pixels, channels} of the scale, to the same
    void (*scalePixels)(const std::uint8_t* x, const PixelScale& scale, void* y, std::int64_t pixels);
    /// The flatten before a linear layer: {samples, pixels, channels} to {samples, channels, pixels}; and
    /// back.
    void (*nhwcToNchw)(const void* x, void* y, int samples, int channels, std::int64_t pixels, Output);
    void (*nchwToNhwc)(const void* x, void* y, int samples, int channels, std::int64_t pixels, Output);

    // Batch norm; see nhwc_batch_norm.h for what happens between the passes.
    /// Mean and sum of squared deviations from it of each channel over these rows.
    void (*moments)(const void* x, std::int64_t rows, int channels, double* mean, double* squares);
    void (*normalize)(const Normalize&);
    /// sums: {channels} of g, then {channels} of g * (x - center).
    void (*normGradientSums)(const NormGradient&, const float* center, double* sums);
    /// dx = slope * g + xSlope * (x - center) + offset; reads g from `masked` unless that is null. dx may be
    /// dy, dy2, x or masked.
    void (*normGradient)(const NormGradient&, const float* center, const float* slope, const float* xSlope,
                         const float* offset, void* dx);

    // Batch norm, ReLU and max pooling at once (the stem): the normalised map is never stored.
    /// y = maxPool(relu(affine(x))); winners as maxPool, but 255 where y is 0; winnerX: x at the winners.
    void (*normalizePool)(const Windows&, const void* x, const ChannelAffine&, void* y, std::uint8_t* winners,
                          void* winnerX);
    /// As normGradientSums, over the pooled maps (dy2 may be null).
    void (*normPoolGradientSums)(const Windows&, const void* dy, const void* dy2, const void* y,
                                 const void* winnerX, const float* center, double* sums);
    void (*normPoolGradient)(const Windows&, const void* x, const void* dy, const void* dy2,
                             const std::uint8_t* winners, const float* center, const float* slope,
                             const float* xSlope, const float* offset, void* dx);

    // Elementwise; in place allowed.
    void (*activate)(Activation, const void* x, void* y, std::int64_t n);
    /// `known` is the activation's output, for GELU its input.
    void (*activationGradient)(Activation, const void* known, const void* dy, void* dx, std::int64_t n,
                               Output);
    void (*add)(const void* a, const void* b, void* y, std::int64_t n, Clamp);
    /// dx = dy where y is inside the clamp, else 0
    void (*clampGradient)(const void* y, const void* dy, void* dx, std::int64_t n, Clamp, Output);
    /// y += x
    void (*accumulate)(const void* x, void* y, std::int64_t n);

    // Pooling. Winners: one byte for each output element, row * width + column in the window; the first of
    // equals wins, NaN beats everything (the last NaN), as in PyTorch. Null when no backward follows.
    void (*maxPool)(const Windows&, const void* x, void* y, std::uint8_t* winners);
    void (*maxPoolGradient)(const Windows&, const void* dy, const std::uint8_t* winners, void* dx, Output);
    /// Adaptive; kernel, stride and padding are not read.
    void (*averagePool)(const Windows&, const void* x, void* y);
    void (*averagePoolGradient)(const Windows&, const void* dy, void* dx, Output);

    // Channels. Strides are from row to row, in elements: a slice or a part of a concat is an offset and a
    // stride.
    void (*copyChannels)(const void* x, std::int64_t xStride, void* y, std::int64_t yStride,
                         std::int64_t rows, int channels, Output);
    /// y[i * groups + g] = x[g * channels / groups + i]. Its gradient is the same with channels / groups
    /// groups.
    void (*shuffleChannels)(const void* x, void* y, std::int64_t rows, int channels, int groups, Output);
    /// The shuffle in 2 groups of a concat of two halves: y[2 i] = a[i], y[2 i + 1] = b[i], y dense; and
    /// back.
    void (*interleave)(const void* a, std::int64_t aStride, const void* b, std::int64_t bStride, void* y,
                       std::int64_t rows, int half);
    void (*deinterleave)(const void* y, void* a, std::int64_t aStride, Output, void* b, std::int64_t bStride,
                         Output, std::int64_t rows, int half);
    void (*columnSums)(const void* x, std::int64_t rows, int channels, double* sums);

    // Depthwise convolution. `prepared` {kernel * kernel, channels} is depthwiseWeights() of the weight.
    void (*depthwise)(const Windows&, const void* x, const float* prepared, const float* bias, void* y);
    void (*depthwiseInputGradient)(const Windows&, const void* dy, const float* prepared, void* dx, Output);
    /// sums {kernel * kernel, channels}, overwritten
    void (*depthwiseWeightGradient)(const Windows&, const void* x, const void* dy, float* sums);

    // Layer norm over the channels of each row; mean and inverse deviation {rows} are kept for backward.
    void (*layerNorm)(const void* x, std::int64_t rows, int channels, const float* weight, const float* bias,
                      double epsilon, void* y, float* mean, float* inverse);
    /// sums: {channels} of the weight's gradient, then {channels} of the bias'.
    void (*layerNormGradient)(const void* x, const void* dy, std::int64_t rows, int channels,
                              const float* weight, const float* mean, const float* inverse, void* dx, Output,
                              double* sums);

    // Layer scale, stochastic depth, dropout, shortcut.
    void (*scaledAdd)(const ScaledAdd&);
    /// dx = sampleFactor * channelFactor * dy; factorSums {channels} of dy * x * sampleFactor unless null.
    /// Reads everything of the ScaledAdd but residual and y.
    void (*scaledAddGradient)(const ScaledAdd&, const void* dy, void* dx, Output, double* factorSums);
    /// In place allowed. The gradient is the same with dy for x.
    void (*dropout)(const DropoutMask&, const void* x, void* y, int samples, std::int64_t elements, Output);
    void (*subsample)(const Subsample&, const void* x, void* y);
    void (*subsampleGradient)(const Subsample&, const void* dy, void* dx, Output);
};

enum class InstructionSet { Portable, Avx2, Avx512 };

/// Those that this processor can run, the best last.
std::vector<InstructionSet> availableInstructionSets();
const NhwcKernels& nhwcKernels(InstructionSet, Element);
/// The best for this processor.
const NhwcKernels& nhwcKernels(Element);

/// {channels, kernel, kernel} to {kernel * kernel, channels}; and back (weight gradients).
void depthwiseWeights(const float* weight, int channels, int kernel, float* prepared);
void depthwiseWeightsBack(const float* prepared, int channels, int kernel, float* weight, Output);

/// Stochastic depth's factor of one sample (0 ... of the worker's share): 0 or 1 / (1 - probability).
float stochasticDepthFactor(const DropoutMask&, int sample);

} // namespace lockstep

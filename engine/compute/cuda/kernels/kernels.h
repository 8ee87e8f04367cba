// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/device/step_block.h"
#include "engine/compute/cuda/kernels/pool_windows.h"
#include "engine/compute/cuda/kernels/weight_layout.h"
#include "engine/compute/kernel_arguments.h"
#include "engine/core/pixel_scale.h"
#include "engine/graph/layers.h"
#include "engine/protocol/experiment.h"

#include <cstdint>
#include <span>

/// Own kernels over dense channels-last activations of an element type; every pointer is to a device's
/// memory. Parameters, statistics and coefficients are f32. Each gives its work to the queue and returns.
/// Sums have a fixed order, which depends on the sizes alone as long as activations begin at multiples of 16
/// bytes, which makes them quick too. Inputs and outputs are apart unless a comment allows "in place" (the
/// very same pointer). 0 rows, samples or elements are allowed.
namespace lockstep::cuda {

class Queue;

// Conversions and layouts; n counts elements. ---------------------------------------------------------

void convert(Queue&, Element from, const void* x, Element to, void* y, std::int64_t n);
/// {samples, channels, pixels} f32 to {samples, pixels, channels}
void imagesToNhwc(Queue&, Element, const float* x, void* y, int samples, int channels, std::int64_t pixels);
/// {pixels, channels} bytes of the scale, to the same
void scalePixels(Queue&, Element, const std::uint8_t* x, const PixelScale&, void* y, std::int64_t pixels);
/// The flatten before a linear layer: {samples, pixels, channels} to {samples, channels, pixels}; and back.
void nhwcToNchw(Queue&, Element, const void* x, void* y, int samples, int channels, std::int64_t pixels);
void nchwToNhwc(Queue&, Element, const void* x, void* y, int samples, int channels, std::int64_t pixels,
                Output);

/// Packs all weights in one launch. `weights` and `starts` are tables in the device's memory; starts[i] is
/// the sum of the elements before weight i, and starts[count] that of all.
void packWeights(Queue&, Element, const WeightLayout* weights, const std::int64_t* starts, int count,
                 std::int64_t elements);
/// The gradient of one weight from the convolutions' layout to torchvision's.
void unpackGradient(Queue&, Element packed, const WeightLayout&, Output);

// Batch norm. ------------------------------------------------------------------------------------------

/// A batch norm's parameters and running statistics.
struct BatchNormTensors {
    const float* weight = nullptr;
    const float* bias = nullptr;
    float* runningMean = nullptr;
    float* runningVariance = nullptr;
    float* batches = nullptr; ///< how many were seen; counted up by one in each training step
};
/// What normalize() needs, {channels} each: with the bias a ChannelAffine.
struct BatchNormState {
    float* center = nullptr;  ///< the mean
    float* inverse = nullptr; ///< 1 / sqrt(variance + epsilon)
    float* scale = nullptr;   ///< weight * inverse
};
/// Scratch, in bytes, of the functions below that take one.
std::int64_t channelSumsScratch(std::int64_t rows, int channels);
/// Statistics of these rows and, as PyTorch does it, their share in the running ones. Where PyTorch refuses
/// to train, for a single row, the running variance stays.
void batchNormStatistics(Queue&, Element, const void* x, std::int64_t rows, int channels,
                         const BatchNormLayer&, const BatchNormTensors&, const BatchNormState&,
                         void* scratch);
/// The same where the sums and the sums of squares of each channel, {channels} f32 each, are there already.
/// At least one row. f32 sums of squares lose the deviations of channels that lie far from zero.
void batchNormOfSums(Queue&, const float* totals, const float* squares, std::int64_t rows, int channels,
                     const BatchNormLayer&, const BatchNormTensors&, const BatchNormState&);
/// Evaluation: the same from the running statistics.
void batchNormFromRunning(Queue&, int channels, const BatchNormLayer&, const BatchNormTensors&,
                          const BatchNormState&);
/// y = clamp(affine(x) + residual); in place of x or residual.
void normalize(Queue&, Element, const Normalize&);
/// What the second pass of the gradient needs, {channels} each: dx = slope g + xSlope (x - center) + offset.
struct BatchNormSlopes {
    float* slope = nullptr;
    float* xSlope = nullptr;
    float* offset = nullptr;
};
/// First pass: gradients of weight and bias, and the slopes. Writes the masked gradient g where wanted.
/// NormGradient::y may be null also where there is a clamp, unless a residual was added before it: then the
/// mask is taken from x, which is read anyway, and is the same.
void batchNormGradientSums(Queue&, Element, const NormGradient&, const BatchNormTensors&,
                           const BatchNormState&, const BatchNormSlopes&, float* weightGradient,
                           float* biasGradient, Output, void* scratch);
/// Second pass: from NormGradient::masked unless that is null. dx may be dy, dy2, x or masked.
void batchNormGradient(Queue&, Element, const NormGradient&, const BatchNormTensors&, const BatchNormState&,
                       const BatchNormSlopes&, void* dx, Output);

// Elementwise; in place allowed. -----------------------------------------------------------------------

void activate(Queue&, Element, Activation, const void* x, void* y, std::int64_t n);
/// `known` is the activation's output, for GELU its input.
void activationGradient(Queue&, Element, Activation, const void* known, const void* dy, void* dx,
                        std::int64_t n, Output);
void add(Queue&, Element, const void* a, const void* b, void* y, std::int64_t n, Clamp);
/// dx = dy where y is inside the clamp, else 0
void clampGradient(Queue&, Element, const void* y, const void* dy, void* dx, std::int64_t n, Clamp, Output);
/// y += x
void accumulate(Queue&, Element, const void* x, void* y, std::int64_t n);
/// y = clamp(x + bias) for each channel; bias may be null
void addBias(Queue&, Element, const void* x, const float* bias, void* y, std::int64_t rows, int channels,
             Clamp);
/// sums {channels} f32 over the rows: the gradient of a bias
void columnSums(Queue&, Element, const void* x, std::int64_t rows, int channels, float* sums, Output,
                void* scratch);

// Pooling. ---------------------------------------------------------------------------------------------

/// Winners: one byte for each output element, its place in the window (frame, row, column); the first of
/// equals wins, NaN beats everything (the last NaN), as in PyTorch. Null when no backward follows. At most
/// 255 taps.
void maxPool(Queue&, Element, const PoolWindows&, const void* x, void* y, std::uint8_t* winners);
void maxPoolGradient(Queue&, Element, const PoolWindows&, const void* dy, const std::uint8_t* winners,
                     void* dx, Output);
/// Adaptive, see AdaptiveAveragePoolLayer; kernel, stride and padding are not read.
void averagePool(Queue&, Element, const PoolWindows&, const void* x, void* y);
void averagePoolGradient(Queue&, Element, const PoolWindows&, const void* dy, void* dx, Output);

// Channels. Strides are from row to row, in elements: a slice or a part of a concat is an offset and a
// stride.

void copyChannels(Queue&, Element, const void* x, std::int64_t xStride, void* y, std::int64_t yStride,
                  std::int64_t rows, int channels, Output);
/// y[i * groups + g] = x[g * channels / groups + i]. Its gradient is the same with channels / groups groups.
void shuffleChannels(Queue&, Element, const void* x, void* y, std::int64_t rows, int channels, int groups,
                     Output);
void subsample(Queue&, Element, const Subsample&, const void* x, void* y);
void subsampleGradient(Queue&, Element, const Subsample&, const void* dy, void* dx, Output);

// Depthwise convolution with the packed weight {taps, channels} of the element type. --------------------

void depthwise(Queue&, Element, const Windows&, const void* x, const void* weight, const float* bias,
               void* y);
void depthwiseInputGradient(Queue&, Element, const Windows&, const void* dy, const void* weight, void* dx,
                            Output);
std::int64_t depthwiseWeightScratch(const Windows&);
/// weightGradient {channels, taps} f32: torchvision's layout
void depthwiseWeightGradient(Queue&, Element, const Windows&, const void* x, const void* dy,
                             float* weightGradient, Output, void* scratch);

// Layer norm over the channels of each row; mean and inverse deviation {rows} are kept for backward. ------

void layerNorm(Queue&, Element, const void* x, std::int64_t rows, int channels, const float* weight,
               const float* bias, double epsilon, void* y, float* mean, float* inverse);
void layerNormGradient(Queue&, Element, const void* x, const void* dy, std::int64_t rows, int channels,
                       const float* weight, const float* mean, const float* inverse, void* dx, Output,
                       float* weightGradient, float* biasGradient, Output ofWeights, void* scratch);

// Layer scale, stochastic depth, dropout. Masks are the CPU's; step and first sample come from the block. --

/// DropoutMask's step and firstSample are not read.
void stochasticDepthFactors(Queue&, const DropoutMask&, const StepBlock*, int samples, float* factors);
void scaledAdd(Queue&, Element, const ScaledAdd&);
/// dx = sampleFactor * channelFactor * dy; factorGradient {channels} of dy * x * sampleFactor unless null.
void scaledAddGradient(Queue&, Element, const ScaledAdd&, const void* dy, void* dx, Output,
                       float* factorGradient, Output ofFactors, void* scratch);
/// In place allowed. The gradient is the same with dy for x.
void dropout(Queue&, Element, const DropoutMask&, const StepBlock*, const void* x, void* y, int samples,
             std::int64_t elements, Output);

// Loss. ------------------------------------------------------------------------------------------------

struct LossArguments {
    LossKind kind = LossKind::CrossEntropy;
    double smoothing = 0;
    double weight = 1; ///< of an auxiliary head; only a head of weight 1 is scored
    bool scored = true;
    int samples = 0;
    int classes = 0;
    const float* logits = nullptr;
    const std::int32_t* labels = nullptr;
    float* derivative = nullptr; ///< {samples, classes}, times the block's scale and the loss scale; or null
    const StepBlock* step = nullptr;
    const LossScale* scale = nullptr; ///< null: 1
    LossBlock* loss = nullptr;        ///< added to
    void* scratch = nullptr;          ///< lossScratch()
};
std::int64_t lossScratch(int samples);
/// As sampleLoss() of the CPU, sample by sample; the sum over samples has one order.
void sampleLosses(Queue&, const LossArguments&);

} // namespace lockstep::cuda

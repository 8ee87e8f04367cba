// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// Kernels in which every vector lane is one sample of the batch. A tensor is stored as
/// {block, channel, row, column, lane}: a block is as many samples as a vector has lanes. Any number of
/// channels then fills the vectors, weights stay in PyTorch's layout (one value is broadcast to all lanes),
/// and nothing is ever shuffled. It suits small maps; large ones leave the caches and are oneDNN's business.
namespace lockstep {

enum class LaneActivation { None, Relu, Tanh };

/// Convolution of stride 1 with bias, activation and 2x2 max-pooling of stride 2, as one operation.
struct LaneConvolution {
    int inChannels = 0;
    int outChannels = 0;
    int kernel = 5;   ///< 3 or 5
    int inHeight = 0; ///< of the input with its zero border
    int inWidth = 0;
    int inBorder = 0;  ///< width of that border: the convolution's padding
    int outHeight = 0; ///< of the pooled output without border
    int outWidth = 0;
    int outBorder = 0; ///< zero border that the reader of the output wants
    LaneActivation activation = LaneActivation::None;

    /// Computed by Winograd's filtering in 2x2 tiles: with few channels its transforms cost more than they
    /// save.
    bool winograd() const
    {
        return kernel == 5 && inChannels >= 8 && outChannels >= 8 && inHeight % 2 == 0 && inWidth % 2 == 0;
    }
    int rows() const { return 2 * outHeight; } ///< of the convolution before pooling
    int columns() const { return 2 * outWidth; }
    int gradientBorder() const { return kernel - 1 - inBorder; } ///< zero border of the unpooled gradient
};

/// y = activation(W x + b)
struct LaneLinear {
    int inFeatures = 0;
    int outFeatures = 0;
    LaneActivation activation = LaneActivation::None;
};

/// From ... to - 1
struct Range {
    int from = 0;
    int to = 0;
    int size() const { return to - from; }
};

/// One implementation per instruction set. Pointers to lane tensors are aligned to a vector; "block" pointers
/// point to the start of one block.
struct LaneKernels {
    int lanes = 0;
    const char* name = "";

    /// Floats that the convolution's kernels need as scratch memory, aligned to a vector, each worker its
    /// own.
    std::int64_t (*scratchFloats)(const LaneConvolution&);
    /// Floats of the weight as the forward and the backward pass read it. Zero: as it is.
    std::int64_t (*forwardWeightFloats)(const LaneConvolution&);
    std::int64_t (*backwardWeightFloats)(const LaneConvolution&);
    /// Makes them for a range of the pass' input channels: forward those of the convolution, backward its
    /// outputs.
    void (*prepareForward)(const LaneConvolution&, const float* weight, float* prepared, Range inChannels);
    void (*prepareBackward)(const LaneConvolution&, const float* weight, float* prepared, Range outChannels);

    /// Reads one input block, writes the pooled rows of `rows` of one output block and which of its four
    /// inputs each maximum came from: one word per vector, {channel, row, column}; bits 0...15 the
    /// column, 16...31 the row.
    void (*convolve)(const LaneConvolution&, const float* input, const float* weight, const float* bias,
                     float* output, std::uint32_t* winners, Range rows, float* scratch);
    /// Backward of activation and pooling: the gradient of the convolution's output for pooled rows, with
    /// zeros left and right (the border above and below is zero already). Adds the bias gradient of these
    /// rows to `biasGradient` {outChannels} unless that is null.
    void (*unpool)(const LaneConvolution&, const float* outputGradient, const float* output,
                   const std::uint32_t* winners, float* gradient, float* biasGradient, Range rows);
    /// Adds what pooled rows of the unpooled gradient (of one block) contribute to the weight gradient to
    /// `sums`...
    void (*weightGradient)(const LaneConvolution&, const float* input, const float* gradient, float* sums,
                           Range rows, float* scratch);
    /// ... which holds so many floats, and from which the weight gradient is made in the end.
    std::int64_t (*sumFloats)(const LaneConvolution&);
    void (*finishWeightGradient)(const LaneConvolution&, const float* sums, float* weightGradient);
    /// Rows of the gradient of the input (without border); both ends even.
    void (*inputGradient)(const LaneConvolution&, const float* gradient, const float* weight,
                          float* inputGradient, Range rows, float* scratch);

    /// Output features of a range of at most kLaneBlockGroup blocks.
    void (*linear)(const LaneLinear&, const float* input, const float* weight, const float* bias,
                   float* output, Range features, Range blocks);
    /// Input features of the gradient of the input.
    void (*linearInputGradient)(const LaneLinear&, const float* gradient, const float* weight,
                                float* inputGradient, Range features, Range blocks);
    /// Rows of the weight gradient and elements of the bias gradient, overwriting them. `inputRows` is the
    /// input as {sample, inFeatures rounded up to whole vectors}.
    void (*linearWeightGradient)(const LaneLinear&, const float* inputRows, const float* gradient,
                                 float* weightGradient, float* biasGradient, Range features, int blocks);

    /// gradient *= scale * activation'(output), over `vectors` vectors.
    void (*activationGradient)(LaneActivation, const float* output, float* gradient, float scale,
                               int vectors);
};

/// Most blocks that a linear kernel takes in one call.
inline constexpr int kLaneBlockGroup = 4;

/// The best this processor can run; null when it lacks AVX2 with FMA.
const LaneKernels* bestLaneKernels();

const LaneKernels& avx2LaneKernels();
const LaneKernels& avx512LaneKernels();

} // namespace lockstep

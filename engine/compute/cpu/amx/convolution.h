// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

/// Gradients of convolutions of bf16 maps on the processor's matrix unit (Intel AMX): products in bf16, sums
/// in f32. For the layers and passes where they beat oneDNN's. Single-threaded; maps are dense NHWC, bf16, of
/// a worker's samples.
namespace lockstep {

/// Whether the processor has AMX for bf16 and the kernel lets this process use it (asks once).
bool amxAvailable();

/// A dense convolution (one group). A kernel cut to the taps that meet the map is as good as a whole one.
struct ConvolutionShape {
    int inChannels = 0;
    int outChannels = 0;
    int inHeight = 0;
    int inWidth = 0;
    int outHeight = 0;
    int outWidth = 0;
    int kernelRows = 1;
    int kernelColumns = 1;
    int stride = 1;
    int paddingTop = 0;
    int paddingLeft = 0;

    int taps() const { return kernelRows * kernelColumns; }
    std::int64_t inPixels() const { return std::int64_t{inHeight} * inWidth; }
    std::int64_t outPixels() const { return std::int64_t{outHeight} * outWidth; }
};

/// Channels are computed in blocks of 32.
constexpr int wholeBlocks(int channels)
{
    return (channels + 31) / 32 * 32;
}

enum class ConvolutionPass { BackwardData, BackwardWeights };

/// Element (out, in, row, column) of a weight is at out * strides.out + in * strides.in + row * strides.row +
/// column.
struct WeightStrides {
    std::int64_t out = 0;
    std::int64_t in = 0;
    std::int64_t row = 0;
};

class PhaseGrid;

/// What is known of a convolution before a step. Its passes may be called by several threads at once, each
/// with its own scratch memory; nothing is allocated in them.
class AmxConvolution {
public:
    /// amxAvailable(), and the shape is one that this pass is written for.
    static bool supports(const ConvolutionShape&, ConvolutionPass);

    explicit AmxConvolution(const ConvolutionShape&);
    ~AmxConvolution();

    /// Scratch memory of one call, aligned to 64 bytes; it may hold anything before.
    std::int64_t scratchBytes(ConvolutionPass) const;

    /// Weights as backwardData() reads them: so many bytes, aligned to 64, made of the f32 ones.
    std::int64_t packedBytes() const
    {
        return std::int64_t{2} * m_shape.taps() * m_shape.inChannels * m_shape.outChannels;
    }
    void pack(const float* weight, const WeightStrides&, void* packed) const;

    void backwardData(int samples, const void* dy, const void* packed, void* dx, void* scratch) const;
    /// Overwrites weightGradient, f32 {kernelRows, kernelColumns, wholeBlocks(outChannels),
    /// wholeBlocks(inChannels)}; what stands beyond the channels means nothing.
    void backwardWeights(int samples, const void* x, const void* dy, float* weightGradient,
                         void* scratch) const;

private:
    ConvolutionShape m_shape;
    std::unique_ptr<PhaseGrid> m_grid;
};

} // namespace lockstep

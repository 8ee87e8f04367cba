// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <variant>

/// The kinds of layers that models are made of. Each computes what PyTorch's module of that name computes.
/// The maps that they read are pictures, {channels, height, width}, or clips, {channels, frames, height,
/// width}.
namespace lockstep {

struct InputLayer {};
/// Cross-correlation, as PyTorch's Conv2d. Parameters: weight {channels, in / groups, kernel, kernel}, and
/// with `bias` bias {channels}. groups == in == channels: depthwise. `flatWeight` (kernel 1, stride 1, no
/// padding, one group): the same numbers in the same order, but the weight's shape is {channels, in}, that of
/// PyTorch's Linear over the channels of every pixel (ConvNeXt).
struct ConvolutionLayer {
    int channels = 0;
    int kernel = 1;
    int stride = 1;
    int padding = 0;
    int groups = 1;
    bool bias = true;
    bool flatWeight = false;
};
/// A window over a clip: its size, or its stride, along the frames and along height and width.
struct ClipWindow {
    int frames = 1;
    int side = 1;
};
/// PyTorch's Conv3d on clips, padded with zeros as TensorFlow's "SAME": see samePadding(). Parameters: weight
/// {channels, in, kernel.frames, kernel.side, kernel.side}, and with `bias` bias {channels}.
struct ClipConvolutionLayer {
    int channels = 0;
    ClipWindow kernel = {};
    ClipWindow stride = {};
    bool bias = true;
};
/// "SAME": of `size` places every stride-th, rounded up, gets a window. Where these reach beyond the map by
/// an odd number of places, one more is after it than before it. How many are before it:
constexpr int samePadding(std::int64_t size, int kernel, int stride)
{
    const std::int64_t last = (size - 1) / stride * stride;
    return static_cast<int>(std::max<std::int64_t>(0, last + kernel - size) / 2);
}
/// PyTorch's Linear: weight {features, in}, bias {features}. Maps are flattened first (C, H, W or C, F, H, W
/// order).
struct LinearLayer {
    int features = 0;
};
/// PyTorch's BatchNorm2d and BatchNorm3d: weight, bias {channels}; running mean and (unbiased) variance,
/// number of batches. The statistics of training are those of the rank's whole batch.
struct BatchNormLayer {
    double epsilon = 1e-5;
    double momentum = 0.1;
};
/// Over the channels of every pixel (torchvision's LayerNorm2d), or over the features: weight, bias
/// {channels}.
struct LayerNormLayer {
    double epsilon = 1e-6;
};
/// Times a trained factor for each channel {channels, 1, 1} (ConvNeXt's layer_scale).
struct LayerScaleLayer {
    double initial = 1e-6;
};
/// Padding (at most half the kernel) counts as minus infinity. `ceil`: PyTorch's ceil_mode, where the last
/// window, even the only one, may end beyond the padding; what lies there counts as minus infinity too.
struct MaxPoolLayer {
    int kernel = 2;
    int stride = 2;
    int padding = 0;
    bool ceil = false;
};
/// PyTorch's MaxPool3d on clips, padded with minus infinity as samePadding() says.
struct ClipMaxPoolLayer {
    ClipWindow kernel = {};
    ClipWindow stride = {};
};
/// PyTorch's AdaptiveAvgPool2d, of clips AdaptiveAvgPool3d: output place i averages input places
/// floor(i H / h) ... ceil((i + 1) H / h) - 1.
struct AdaptiveAveragePoolLayer {
    int height = 1;
    int width = 1;
    int frames = 1; ///< of clips
};
enum class Activation {
    Relu,
    Relu6, ///< min(max(x, 0), 6)
    Tanh,
    Gelu, ///< x * Phi(x), exact (erf)
};
struct ActivationLayer {
    Activation function = Activation::Relu;
};
struct AddLayer {};
/// Along the channels.
struct ConcatLayer {};
/// Channels first ... first + channels - 1.
struct SliceLayer {
    int first = 0;
    int channels = 0;
};
/// ShuffleNet's: channels seen as {groups, channels / groups}, transposed.
struct ChannelShuffleLayer {
    int groups = 2;
};
/// In training: each element is 0 with this probability, else divided by 1 - probability.
struct DropoutLayer {
    double probability = 0.5;
};
/// In training: each sample is 0 with this probability, else divided by 1 - probability (torchvision's "row"
/// mode).
struct StochasticDepthLayer {
    double probability = 0;
};
/// Every `stride`-th row and column, with `before` and `after` zero channels around: the parameter-free
/// shortcut of CIFAR's residual networks (option A).
struct SubsampleLayer {
    int stride = 2;
    int before = 0;
    int after = 0;
};
using LayerKind =
    std::variant<InputLayer, ConvolutionLayer, ClipConvolutionLayer, LinearLayer, BatchNormLayer,
                 LayerNormLayer, LayerScaleLayer, MaxPoolLayer, ClipMaxPoolLayer, AdaptiveAveragePoolLayer,
                 ActivationLayer, AddLayer, ConcatLayer, SliceLayer, ChannelShuffleLayer, DropoutLayer,
                 StochasticDepthLayer, SubsampleLayer>;

} // namespace lockstep

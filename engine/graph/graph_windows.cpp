// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/graph.h"
#include "engine/graph/layer_checks.h"

/// Layers whose windows slide over pictures or clips.
namespace lockstep {
namespace {

struct Window {
    std::int64_t kernel;
    std::int64_t stride;
    std::int64_t padding;
    bool ceil = false;
};

/// Size after the window slid over one dimension, as PyTorch counts: with `ceil` the last window, even the
/// only one, may end outside, but begins inside the input or its left padding.
std::int64_t slidSize(const std::string& layer, const Shape& input, std::size_t dimension,
                      const Window& window)
{
    const std::int64_t span =
        input[dimension] + 2 * window.padding - window.kernel + (window.ceil ? window.stride - 1 : 0);
    if (span < 0)
        refuseModel(
            {LOCKSTEP_TEXT(
                 "Layer %1 of the model: its window of %2 is larger than its input of %3 (padding %4). "
                 "Choose larger samples, or a model for this sample size."),
             {layer, std::to_string(window.kernel), toString(input), std::to_string(window.padding)},
             {}});
    const std::int64_t size = span / window.stride + 1;
    const bool beyond = window.ceil && (size - 1) * window.stride >= input[dimension] + window.padding;
    return beyond ? size - 1 : size;
}

Shape slide(const std::string& layer, const Shape& input, std::int64_t channels, const Window& window)
{
    return {channels, slidSize(layer, input, 1, window), slidSize(layer, input, 2, window)};
}

/// Of a clip, with TensorFlow's padding "SAME".
Shape slideSame(const Shape& input, std::int64_t channels, const ClipWindow& stride)
{
    const auto slid = [](std::int64_t size, int by) { return (size + by - 1) / by; };
    return {channels, slid(input[1], stride.frames), slid(input[2], stride.side),
            slid(input[3], stride.side)};
}

void checkWindow(const std::string& layer, const ClipWindow& kernel, const ClipWindow& stride)
{
    for (int size : {kernel.frames, kernel.side})
        checkArgument(layer, "kernel", size, 1);
    for (int size : {stride.frames, stride.side})
        checkArgument(layer, "stride", size, 1);
}

} // namespace

LayerId Graph::convolution(LayerId from, const std::string& name, ConvolutionLayer kind)
{
    const Shape& input = picture(from, name).output;
    checkArgument(name, "channels", kind.channels, 1);
    checkArgument(name, "kernel", kind.kernel, 1);
    checkArgument(name, "stride", kind.stride, 1);
    checkArgument(name, "padding", kind.padding, 0);
    checkDivides(name, "groups", kind.groups, input[0]);
    checkDivides(name, "groups", kind.groups, kind.channels);
    if (kind.flatWeight)
        LOCKSTEP_CHECK(kind.kernel == 1 && kind.stride == 1 && kind.padding == 0 && kind.groups == 1);
    Layer added = newLayer(name, kind, {from},
                           slide(name, input, kind.channels, {kind.kernel, kind.stride, kind.padding}));
    const Shape weight = kind.flatWeight
                             ? Shape{kind.channels, input[0]}
                             : Shape{kind.channels, input[0] / kind.groups, kind.kernel, kind.kernel};
    setWeights(added, weight, kind.flatWeight ? m_initial.linear : m_initial.convolution, kind.bias);
    return append(std::move(added));
}

LayerId Graph::clipConvolution(LayerId from, const std::string& name, ClipConvolutionLayer kind)
{
    const Shape& input = clip(from, name).output;
    checkArgument(name, "channels", kind.channels, 1);
    checkWindow(name, kind.kernel, kind.stride);
    Layer added = newLayer(name, kind, {from}, slideSame(input, kind.channels, kind.stride));
    const Shape weight{kind.channels, input[0], kind.kernel.frames, kind.kernel.side, kind.kernel.side};
    setWeights(added, weight, m_initial.convolution, kind.bias);
    return append(std::move(added));
}

LayerId Graph::maxPool(LayerId from, const std::string& name, MaxPoolLayer kind)
{
    const Shape& input = picture(from, name).output;
    checkArgument(name, "kernel", kind.kernel, 1);
    checkArgument(name, "stride", kind.stride, 1);
    checkArgument(name, "padding", kind.padding, 0, kind.kernel / 2);
    Layer added = newLayer(name, kind, {from},
                           slide(name, input, input[0], {kind.kernel, kind.stride, kind.padding, kind.ceil}));
    added.flops = added.output.elements() * kind.kernel * kind.kernel;
    return append(std::move(added));
}

LayerId Graph::clipMaxPool(LayerId from, const std::string& name, ClipMaxPoolLayer kind)
{
    const Shape& input = clip(from, name).output;
    checkWindow(name, kind.kernel, kind.stride);
    Layer added = newLayer(name, kind, {from}, slideSame(input, input[0], kind.stride));
    added.flops = added.output.elements() * kind.kernel.frames * kind.kernel.side * kind.kernel.side;
    return append(std::move(added));
}

LayerId Graph::averagePool(LayerId from, const std::string& name, AdaptiveAveragePoolLayer kind)
{
    const Shape& input = maps(from, name).output;
    checkArgument(name, "height", kind.height, 1);
    checkArgument(name, "width", kind.width, 1);
    checkArgument(name, "frames", kind.frames, 1);
    const bool isClip = input.rank() == 4;
    const Shape output = isClip ? Shape{input[0], kind.frames, kind.height, kind.width}
                                : Shape{input[0], kind.height, kind.width};
    Layer added = newLayer(name, kind, {from}, output);
    // Windows floor(i H / h) ... ceil((i + 1) H / h) of neighbours may share pixels.
    const auto reads = [](std::int64_t in, std::int64_t out) {
        std::int64_t sum = 0;
        for (std::int64_t i = 0; i < out; ++i)
            sum += ((i + 1) * in + out - 1) / out - i * in / out;
        return sum;
    };
    added.flops = input[0];
    for (std::size_t i = 1; i < input.rank(); ++i)
        added.flops *= reads(input[i], output[i]);
    return append(std::move(added));
}

} // namespace lockstep

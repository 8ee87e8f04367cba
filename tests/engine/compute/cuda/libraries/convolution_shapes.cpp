// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/compute/cuda/libraries/convolution_shapes.h"

#include <algorithm>
#include <tuple>

namespace lockstep::testing {
namespace {

using cuda::ConvolutionShape;

bool same(const Side& a, const Side& b)
{
    return std::tie(a.in, a.out, a.kernel, a.stride, a.padding) ==
           std::tie(b.in, b.out, b.kernel, b.stride, b.padding);
}

bool same(const ConvolutionShape& a, const ConvolutionShape& b)
{
    return std::tie(a.inChannels, a.outChannels, a.groups) ==
               std::tie(b.inChannels, b.outChannels, b.groups) &&
           same(a.frames, b.frames) && same(a.rows, b.rows) && same(a.columns, b.columns);
}

/// One side of a picture, or of a clip, whose padding follows from the size.
Side side(std::int64_t in, std::int64_t out, int kernel, int stride, int padding)
{
    return {static_cast<int>(in), static_cast<int>(out), kernel, stride, padding};
}
Side clipSide(std::int64_t in, std::int64_t out, int kernel, int stride)
{
    return side(in, out, kernel, stride, samePadding(in, kernel, stride));
}

ConvolutionShape shapeOf(const ConvolutionLayer& layer, const Shape& in, const Shape& out)
{
    return {.inChannels = static_cast<int>(in[0]),
            .outChannels = layer.channels,
            .groups = layer.groups,
            .rows = side(in[1], out[1], layer.kernel, layer.stride, layer.padding),
            .columns = side(in[2], out[2], layer.kernel, layer.stride, layer.padding)};
}

ConvolutionShape shapeOf(const ClipConvolutionLayer& layer, const Shape& in, const Shape& out)
{
    return {.inChannels = static_cast<int>(in[0]),
            .outChannels = layer.channels,
            .frames = clipSide(in[1], out[1], layer.kernel.frames, layer.stride.frames),
            .rows = clipSide(in[2], out[2], layer.kernel.side, layer.stride.side),
            .columns = clipSide(in[3], out[3], layer.kernel.side, layer.stride.side)};
}

} // namespace

std::vector<NamedShape> convolutionShapes(const Graph& graph, int samples, Element element)
{
    std::vector<NamedShape> shapes;
    const auto collect = [&](const Layer& layer, const auto& convolution) {
        ConvolutionShape shape = shapeOf(convolution, graph.layer(layer.inputs[0]).output, layer.output);
        shape.samples = samples;
        shape.element = element;
        const bool first = layer.inputs[0] == 0;
        const bool known = std::any_of(shapes.begin(), shapes.end(), [&](const NamedShape& other) {
            return other.first == first && same(other.shape, shape);
        });
        if (!known)
            shapes.push_back({graph.name() + ' ' + layer.name, shape, first});
    };
    for (const Layer& layer : graph.layers()) {
        if (const auto* convolution = std::get_if<ConvolutionLayer>(&layer.kind))
            collect(layer, *convolution);
        else if (const auto* clip = std::get_if<ClipConvolutionLayer>(&layer.kind))
            collect(layer, *clip);
    }
    return shapes;
}

} // namespace lockstep::testing

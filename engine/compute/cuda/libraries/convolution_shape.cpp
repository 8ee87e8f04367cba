// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/libraries/convolution_shape.h"

#include <algorithm>

namespace lockstep::cuda {
namespace {

constexpr std::int64_t kMebibyte = std::int64_t{1} << 20;

const char* nameOf(ConvolutionPass pass)
{
    switch (pass) {
    case ConvolutionPass::BackwardData:
        return "backward-data";
    case ConvolutionPass::BackwardWeights:
        return "backward-weights";
    case ConvolutionPass::Forward:
        break;
    }
    return "forward";
}

const char* nameOf(Element element)
{
    switch (element) {
    case Element::Bfloat16:
        return "bf16";
    case Element::Float16:
        return "fp16";
    case Element::Float32:
        break;
    }
    return "f32";
}

std::string describe(const Side& side)
{
    std::string text;
    for (const int size : {side.in, side.out, side.kernel, side.stride, side.padding})
        text += (text.empty() ? " " : ",") + std::to_string(size);
    return text;
}

} // namespace

std::int64_t ConvolutionShape::inputElements() const
{
    return std::int64_t{samples} * frames.in * rows.in * columns.in * inChannels;
}

std::int64_t ConvolutionShape::weightElements() const
{
    return std::int64_t{outChannels} * frames.kernel * rows.kernel * columns.kernel * (inChannels / groups);
}

std::int64_t ConvolutionShape::outputElements() const
{
    return std::int64_t{samples} * frames.out * rows.out * columns.out * outChannels;
}

std::string describe(const ConvolutionShape& shape, ConvolutionPass pass)
{
    return std::string(nameOf(pass)) + ' ' + nameOf(shape.element) + ' ' + std::to_string(shape.samples) +
           ' ' + std::to_string(shape.inChannels) + '>' + std::to_string(shape.outChannels) + '/' +
           std::to_string(shape.groups) + describe(shape.frames) + describe(shape.rows) +
           describe(shape.columns);
}

std::int64_t convolutionWorkspaceLimit(const ConvolutionShape& shape)
{
    const std::int64_t elements = shape.inputElements() + shape.weightElements() + shape.outputElements();
    return std::clamp(4 * elements * static_cast<std::int64_t>(bytesOf(shape.element)), 16 * kMebibyte,
                      512 * kMebibyte);
}

} // namespace lockstep::cuda

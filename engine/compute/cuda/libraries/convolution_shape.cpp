// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/libraries/convolution_shape.h"

#include <algorithm>

namespace lockstep::cuda {
namespace {

constexpr std::int64_t kMebibyte = std::int64_t{1} << 20;

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

std::int64_t convolutionWorkspaceLimit(const ConvolutionShape& shape)
{
    const std::int64_t elements = shape.inputElements() + shape.weightElements() + shape.outputElements();
    return std::clamp(4 * elements * static_cast<std::int64_t>(bytesOf(shape.element)), 16 * kMebibyte,
                      512 * kMebibyte);
}

} // namespace lockstep::cuda

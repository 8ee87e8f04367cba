// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/kernel_arguments.h"

#include <cstdint>
#include <string>

namespace lockstep::cuda {

/// A convolution of maps, dense channels-last: x {samples, frames, rows, columns, inChannels}, weights
/// {outChannels, frames, rows, columns, inChannels / groups} of the windows, y as x with outChannels. A
/// picture is a clip of one frame. All of the same element type; sums are f32. Of the sides, padding is what
/// is before the map; what is after it follows (Side::after()).
struct ConvolutionShape {
    int samples = 1;
    int inChannels = 1;
    int outChannels = 1;
    int groups = 1;
    Side frames = {1, 1, 1, 1, 0};
    Side rows = {};
    Side columns = {};
    Element element = Element::Float32;

    /// How many elements x, the weights and y have.
    std::int64_t inputElements() const;
    std::int64_t weightElements() const;
    std::int64_t outputElements() const;
};

enum class ConvolutionPass {
    Forward,        ///< (x, weights) -> y
    BackwardData,   ///< (dy, weights) -> dx
    BackwardWeights ///< (x, dy) -> dweights
};

/// Everything that tells one pass of one shape from another, in words without spaces between figures:
/// "forward bf16 32 64>128/1 1,1,1,1,0 56,28,3,2,1 56,28,3,2,1".
std::string describe(const ConvolutionShape& shape, ConvolutionPass pass);

/// The most that a convolution's passes take as workspace: known by the shape alone, so that a program's
/// memory is known without its device. Grows with the samples.
std::int64_t convolutionWorkspaceLimit(const ConvolutionShape& shape);

} // namespace lockstep::cuda

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/libraries/convolution_shape.h"

#include <cstdint>
#include <vector>

/// Convolutions and matrix products on this host, by plain loops over f32.
namespace lockstep::testing {

/// A matrix in somebody's memory: element (row, column) is at row * rowStride + column * columnStride.
struct MatrixView {
    const float* values = nullptr;
    std::int64_t rowStride = 1;
    std::int64_t columnStride = 1;
    float at(std::int64_t row, std::int64_t column) const
    {
        return values[row * rowStride + column * columnStride];
    }
    /// The part that begins there.
    MatrixView from(std::int64_t row, std::int64_t column) const
    {
        return {values + row * rowStride + column * columnStride, rowStride, columnStride};
    }
};

/// c {m, n}, whose rows are cStride apart, += a {m, k} b {k, n}.
void addProduct(std::int64_t m, std::int64_t n, std::int64_t k, MatrixView a, MatrixView b, float* c,
                std::int64_t cStride);

/// The three passes; see ConvolutionShape and ConvolutionPass.
std::vector<float> convolve(const cuda::ConvolutionShape& shape, cuda::ConvolutionPass pass,
                            const float* first, const float* second);

} // namespace lockstep::testing

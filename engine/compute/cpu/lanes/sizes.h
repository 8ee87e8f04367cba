// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cpu/lanes/kernels.h"

/// Vectors of the tensors of a convolution, in one block.
namespace lockstep {

inline std::int64_t inputPlanes(const LaneConvolution& c)
{
    return std::int64_t{c.inChannels} * c.inHeight * c.inWidth;
}

inline std::int64_t innerPlanes(const LaneConvolution& c)
{
    return std::int64_t{c.inChannels} * (c.inHeight - 2 * c.inBorder) * (c.inWidth - 2 * c.inBorder);
}

inline std::int64_t pooled(const LaneConvolution& c)
{
    return std::int64_t{c.outChannels} * c.outHeight * c.outWidth;
}

inline std::int64_t pooledWithBorder(const LaneConvolution& c)
{
    return std::int64_t{c.outChannels} * (c.outHeight + 2 * c.outBorder) * (c.outWidth + 2 * c.outBorder);
}

inline std::int64_t unpooled(const LaneConvolution& c)
{
    const int border = 2 * c.gradientBorder();
    return std::int64_t{c.outChannels} * (c.rows() + border) * (c.columns() + border);
}

inline std::int64_t weights(const LaneConvolution& c)
{
    return std::int64_t{c.outChannels} * c.inChannels * c.kernel * c.kernel;
}

} // namespace lockstep

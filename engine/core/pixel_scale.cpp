// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/core/pixel_scale.h"

#include "engine/core/error.h"

// Compiled without fused multiply-adds.
namespace lockstep {

PixelValues pixelValues(const PixelScale& scale)
{
    LOCKSTEP_CHECK(scale.channels >= 1 && scale.channels <= kMaxPixelChannels);
    PixelValues values{};
    for (std::size_t channel = 0; channel < scale.channels; ++channel)
        for (std::size_t byte = 0; byte < values[channel].size(); ++byte)
            values[channel][byte] = static_cast<float>(byte) * scale.gain[channel] + scale.offset[channel];
    return values;
}

} // namespace lockstep

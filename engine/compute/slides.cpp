// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/slides.h"

namespace lockstep {

Slides slidesOf(const LayerKind& kind, const MapSize& x, const MapSize& y)
{
    Slides s{.frames = {.in = x.frames, .out = y.frames},
             .rows = {.in = x.height, .out = y.height},
             .columns = {.in = x.width, .out = y.width}};
    const auto set = [](Side& side, int kernel, int stride, int padding) {
        side.kernel = kernel;
        side.stride = stride;
        side.padding = padding;
    };
    const auto ofPictures = [&](const auto& layer) {
        set(s.rows, layer.kernel, layer.stride, layer.padding);
        set(s.columns, layer.kernel, layer.stride, layer.padding);
    };
    const auto ofClips = [&](const ClipWindow& kernel, const ClipWindow& stride) {
        set(s.frames, kernel.frames, stride.frames, samePadding(x.frames, kernel.frames, stride.frames));
        set(s.rows, kernel.side, stride.side, samePadding(x.height, kernel.side, stride.side));
        set(s.columns, kernel.side, stride.side, samePadding(x.width, kernel.side, stride.side));
    };
    if (const auto* c = std::get_if<ConvolutionLayer>(&kind))
        ofPictures(*c);
    else if (const auto* p = std::get_if<MaxPoolLayer>(&kind))
        ofPictures(*p);
    else if (const auto* clips = std::get_if<ClipConvolutionLayer>(&kind))
        ofClips(clips->kernel, clips->stride);
    else if (const auto* pooled = std::get_if<ClipMaxPoolLayer>(&kind))
        ofClips(pooled->kernel, pooled->stride);
    return s;
}

} // namespace lockstep

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/fused_graph.h"
#include "engine/compute/gradient_parts.h"

#include <vector>

namespace lockstep {

/// The gradient that reaches a stage of batch norms, on any device. Where a residual needs it as it is after
/// the clamp, or as one sum, the first to read it leaves it so in `masked`.
struct NormGradientParts {
    BufferId dy = 0;
    BufferId dy2 = 0;
    bool two = false;         ///< dy2 is to be added
    bool readsOutput = false; ///< y, for the clamp's mask
    BufferId y = 0;
    Clamp clamp = Clamp::None;
    GradientPart masked{};
    bool masks = false;
    std::int64_t pixels = 0; ///< of a sample
    int channels = 0;

    /// What the first kernel that reads it is called with, and those after it. `x` is its norm's input.
    template <typename Frame>
    NormGradient first(const Frame& f, BufferId x) const
    {
        return {.rows = f.count * pixels,
                .channels = channels,
                .x = f.at(x),
                .dy = f.at(dy),
                .dy2 = two ? f.at(dy2) : nullptr,
                .y = readsOutput ? f.at(y) : nullptr,
                .clamp = clamp,
                .masked = masks ? f.at(masked.buffer) : nullptr};
    }
    template <typename Frame>
    NormGradient later(const Frame& f, BufferId x) const
    {
        if (!masks)
            return first(f, x);
        return {.rows = f.count * pixels, .channels = channels, .x = f.at(x), .dy = f.at(masked.buffer)};
    }
    /// The buffers that those read and write, x apart.
    std::vector<BufferId> firstUses() const
    {
        std::vector<BufferId> uses{dy};
        if (two)
            uses.push_back(dy2);
        if (readsOutput)
            uses.push_back(y);
        if (masks)
            uses.push_back(masked.buffer);
        return uses;
    }
    std::vector<BufferId> laterUses() const
    {
        return masks ? std::vector<BufferId>{masked.buffer} : firstUses();
    }
};

/// Of a stage with the output y, whose gradient is the sum of one or two parts.
template <typename Program, typename Value>
NormGradientParts normGradientParts(Program& program, const std::vector<GradientPart>& parts,
                                    const Stage& stage, const Value& y, bool readsOutput)
{
    const bool two = parts.size() == 2;
    GradientPart masked = parts[0];
    const bool masks = stage.terms.size() == 2 && (stage.clamp != Clamp::None || two);
    if (masks && !masked.owned)
        masked = {program.samples(y.elements(), y.element), true};
    return {.dy = parts[0].buffer,
            .dy2 = parts.back().buffer,
            .two = two,
            .readsOutput = readsOutput,
            .y = y.data,
            .clamp = stage.clamp,
            .masked = masked,
            .masks = masks,
            .pixels = y.pixels(),
            .channels = y.channels};
}

} // namespace lockstep

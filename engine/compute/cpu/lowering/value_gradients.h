// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cpu/lowering/program_builder.h"
#include "engine/compute/layer_lowering.h"

namespace lockstep {

/// The gradients of the values of a program in construction.
class ValueGradients final : public GradientParts<ProgramBuilder, Value> {
public:
    using GradientParts::GradientParts;

private:
    void add(const Value& like, BufferId a, BufferId b, BufferId into) override;
    void letThrough(const Value& y, BufferId dy, BufferId to, Clamp clamp) override;
};

using LayerLowering = LayerLoweringOf<ProgramBuilder, ValueGradients>;

} // namespace lockstep

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/lowering/program_builder.h"

namespace lockstep::cuda {

/// The gradients of the values of a program in construction.
class ValueGradients final : public GradientParts<ProgramBuilder, Value> {
public:
    using GradientParts::GradientParts;

private:
    void add(const Value& like, BufferId a, BufferId b, BufferId into) override;
    void letThrough(const Value& y, BufferId dy, BufferId to, Clamp clamp) override;
};

/// What the lowering of a family of layers works with. It must live until the work of backward is added; the
/// plan that is made does not refer to it.
class LayerLowering {
public:
    LayerLowering(ProgramBuilder& program, ValueGradients& gradients)
        : m_program(program), m_gradients(gradients)
    {
    }

protected:
    ProgramBuilder& m_program;
    ValueGradients& m_gradients;
};

} // namespace lockstep::cuda

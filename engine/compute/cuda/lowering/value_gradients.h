// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/lowering/program_builder.h"

#include <utility>
#include <vector>

namespace lockstep::cuda {

/// How the gradients of values come together in backward: whoever reads a value contributes a part, and who
/// made it takes their sum.
class ValueGradients {
public:
    explicit ValueGradients(ProgramBuilder& program) : m_program(program) {}

    /// Where a kernel that can add brings its contribution.
    Destination destination(Value& to);
    /// The same for one whose other results are wanted even where nobody wants this gradient.
    Destination destinationOrSpare(Value& to);
    /// A new buffer for a contribution that is written, not added.
    BufferId fresh(Value& to);
    /// For one that is written when nothing reads the value any more: its own buffer where that may be.
    BufferId replaced(Value& to);
    /// A buffer that holds a contribution already.
    void pass(Value& to, BufferId gradient, bool owned);

    /// The sum of the parts in at most `most` of them; none when nothing depends on the value.
    std::vector<GradientPart> sum(Value& of, std::size_t most);
    /// The part where the clamp let y through: in its own buffer if that is owned.
    GradientPart clamped(const GradientPart& part, const Value& y, Clamp clamp);
    /// For a stage of one input: `add(dy, dx)` adds the work that brings the gradient of x, unless nobody
    /// wants it.
    template <typename Add>
    void ofInput(Value& x, Value& y, Add add)
    {
        m_program.onBackward([this, &x, &y, add = std::move(add)] {
            const std::vector<GradientPart> parts = sum(y, 1);
            if (!parts.empty() && x.wantsGradient)
                add(parts[0].buffer, destination(x));
        });
    }

private:
    ProgramBuilder& m_program;
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

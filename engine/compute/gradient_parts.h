// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/kernel_arguments.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace lockstep {

/// A buffer of a program in construction.
using BufferId = std::size_t;

/// A contribution to the gradient of a value.
struct GradientPart {
    BufferId buffer = 0;
    bool owned = false; ///< nothing that comes later in backward but the value's own stage reads it
};
/// Where a kernel that can add brings its contribution to a gradient.
struct Destination {
    BufferId buffer;
    Output output;
};

/// How the gradients of values come together in backward: whoever reads a value contributes a part, and who
/// made it takes their sum. The same on every device, which says how its kernels add and clamp.
template <typename Program, typename Value>
class GradientParts {
public:
    explicit GradientParts(Program& program) : m_program(program) {}
    GradientParts(const GradientParts&) = delete;
    GradientParts& operator=(const GradientParts&) = delete;

    /// Where a kernel that can add brings its contribution.
    Destination destination(Value& to)
    {
        for (const GradientPart& part : to.parts)
            if (part.owned)
                return {part.buffer, Output::Add};
        return {fresh(to), Output::Overwrite};
    }
    /// The same for one whose other results are wanted even where nobody wants this gradient.
    Destination destinationOrSpare(Value& to)
    {
        return to.wantsGradient ? destination(to) : Destination{another(to), Output::Overwrite};
    }
    /// A new buffer for a contribution that is written, not added.
    BufferId fresh(Value& to)
    {
        const BufferId buffer = another(to);
        to.parts.push_back({buffer, true});
        return buffer;
    }
    /// For one that is written when nothing reads the value any more: its own buffer where that may be.
    BufferId replaced(Value& to)
    {
        if (to.readers > 1 || to.keepsData || !to.parts.empty())
            return fresh(to);
        to.parts.push_back({to.data, true});
        return to.data;
    }
    /// A buffer that holds a contribution already.
    void pass(Value& to, BufferId gradient, bool owned)
    {
        if (to.wantsGradient)
            to.parts.push_back({gradient, owned});
    }

    /// The sum of the parts in at most `most` of them; none when nothing depends on the value.
    std::vector<GradientPart> sum(Value& of, std::size_t most)
    {
        // What is owned comes first: sums are made there.
        std::stable_partition(of.parts.begin(), of.parts.end(),
                              [](const GradientPart& part) { return part.owned; });
        while (of.parts.size() > most) {
            const BufferId last = of.parts.back().buffer;
            of.parts.pop_back();
            GradientPart& first = of.parts.front();
            const BufferId into = first.owned ? first.buffer : another(of);
            add(of, first.buffer, last, into);
            first = {into, true};
        }
        return of.parts;
    }
    /// The part where the clamp let y through: in its own buffer if that is owned.
    GradientPart clamped(const GradientPart& part, const Value& y, Clamp clamp)
    {
        if (clamp == Clamp::None)
            return part;
        const BufferId through = part.owned ? part.buffer : another(y);
        letThrough(y, part.buffer, through, clamp);
        return {through, true};
    }
    /// For a stage of one input: `bring(dy, dx)` adds the work that brings the gradient of x, unless nobody
    /// wants it.
    template <typename Bring>
    void ofInput(Value& x, Value& y, Bring bring)
    {
        m_program.onBackward([this, &x, &y, bring = std::move(bring)] {
            const std::vector<GradientPart> parts = sum(y, 1);
            if (!parts.empty() && x.wantsGradient)
                bring(parts[0].buffer, destination(x));
        });
    }

protected:
    ~GradientParts() = default;
    /// Appends the work into = a + b, where into may be a.
    virtual void add(const Value& like, BufferId a, BufferId b, BufferId into) = 0;
    /// Appends the work to = dy where y is inside the clamp, else 0; to may be dy.
    virtual void letThrough(const Value& y, BufferId dy, BufferId to, Clamp clamp) = 0;

    Program& m_program;

private:
    BufferId another(const Value& like) { return m_program.samples(like.elements(), like.element); }
};

} // namespace lockstep

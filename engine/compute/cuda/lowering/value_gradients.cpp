// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/lowering/value_gradients.h"

#include "engine/compute/cuda/kernels/kernels.h"

#include <algorithm>

namespace lockstep::cuda {

Destination ValueGradients::destination(Value& to)
{
    for (const GradientPart& part : to.parts)
        if (part.owned)
            return {part.buffer, Output::Add};
    return {fresh(to), Output::Overwrite};
}

Destination ValueGradients::destinationOrSpare(Value& to)
{
    return to.wantsGradient ? destination(to)
                            : Destination{m_program.samples(to.elements(), to.element), Output::Overwrite};
}

BufferId ValueGradients::fresh(Value& to)
{
    const BufferId buffer = m_program.samples(to.elements(), to.element);
    to.parts.push_back({buffer, true});
    return buffer;
}

BufferId ValueGradients::replaced(Value& to)
{
    if (to.readers > 1 || to.keepsData || !to.parts.empty())
        return fresh(to);
    to.parts.push_back({to.data, true});
    return to.data;
}

void ValueGradients::pass(Value& to, BufferId gradient, bool owned)
{
    if (to.wantsGradient)
        to.parts.push_back({gradient, owned});
}

std::vector<GradientPart> ValueGradients::sum(Value& of, std::size_t most)
{
    // What is owned comes first: sums are made there.
    std::stable_partition(of.parts.begin(), of.parts.end(),
                          [](const GradientPart& part) { return part.owned; });
    while (of.parts.size() > most) {
        const BufferId last = of.parts.back().buffer;
        of.parts.pop_back();
        GradientPart& first = of.parts.front();
        const BufferId into = first.owned ? first.buffer : m_program.samples(of.elements(), of.element);
        m_program.backward(
            {.name = "sum of gradients",
             .give =
                 [element = of.element, a = first.buffer, b = last, into, n = of.elements()](const Frame& f) {
                     add(f.queue, element, f.at(a), f.at(b), f.at(into), f.count * n, Clamp::None);
                 }},
            {first.buffer, last, into});
        first = {into, true};
    }
    return of.parts;
}

GradientPart ValueGradients::clamped(const GradientPart& part, const Value& y, Clamp clamp)
{
    if (clamp == Clamp::None)
        return part;
    const BufferId g = part.owned ? part.buffer : m_program.samples(y.elements(), y.element);
    m_program.backward(
        {.name = "clamp gradient",
         .give =
             [element = y.element, y = y.data, dy = part.buffer, g, n = y.elements(), clamp](const Frame& f) {
                 clampGradient(f.queue, element, f.at(y), f.at(dy), f.at(g), f.count * n, clamp,
                               Output::Overwrite);
             }},
        {y.data, part.buffer, g});
    return {g, true};
}

} // namespace lockstep::cuda

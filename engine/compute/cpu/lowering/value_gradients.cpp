// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cpu/lowering/value_gradients.h"

#include <algorithm>

namespace lockstep {

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
    const std::int64_t n = of.elements();
    while (of.parts.size() > most) {
        const BufferId last = of.parts.back().buffer;
        of.parts.pop_back();
        GradientPart& first = of.parts.front();
        const BufferId into = first.owned ? first.buffer : m_program.samples(n, of.element);
        m_program.backward("sum of gradients",
                           [k = &kernelsOf(of), a = first.buffer, b = last, into, n](const WorkerFrame& f) {
                               if (into == a)
                                   k->accumulate(f.at(b), f.at(into), f.count * n);
                               else
                                   k->add(f.at(a), f.at(b), f.at(into), f.count * n, Clamp::None);
                           },
                           {first.buffer, last, into});
        first = {into, true};
    }
    return of.parts;
}

BufferId ValueGradients::clamped(const GradientPart& part, const Value& y, Clamp clamp)
{
    if (clamp == Clamp::None)
        return part.buffer;
    const BufferId g = part.owned ? part.buffer : m_program.samples(y.elements(), y.element);
    m_program.backward(
        "clamp gradient",
        [k = &kernelsOf(y), y = y.data, dy = part.buffer, g, n = y.elements(), clamp](const WorkerFrame& f) {
            k->clampGradient(f.at(y), f.at(dy), f.at(g), f.count * n, clamp, Output::Overwrite);
        },
        {y.data, part.buffer, g});
    return g;
}

} // namespace lockstep

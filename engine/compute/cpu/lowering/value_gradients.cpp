// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cpu/lowering/value_gradients.h"

namespace lockstep {

void ValueGradients::add(const Value& like, BufferId a, BufferId b, BufferId into)
{
    m_program.backward("sum of gradients",
                       [k = &kernelsOf(like), a, b, into, n = like.elements()](const WorkerFrame& f) {
                           if (into == a)
                               k->accumulate(f.at(b), f.at(into), f.count * n);
                           else
                               k->add(f.at(a), f.at(b), f.at(into), f.count * n, Clamp::None);
                       },
                       {a, b, into});
}

void ValueGradients::letThrough(const Value& y, BufferId dy, BufferId to, Clamp clamp)
{
    m_program.backward(
        "clamp gradient",
        [k = &kernelsOf(y), y = y.data, dy, to, n = y.elements(), clamp](const WorkerFrame& f) {
            k->clampGradient(f.at(y), f.at(dy), f.at(to), f.count * n, clamp, Output::Overwrite);
        },
        {y.data, dy, to});
}

} // namespace lockstep

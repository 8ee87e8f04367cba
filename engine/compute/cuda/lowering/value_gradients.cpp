// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/lowering/value_gradients.h"

#include "engine/compute/cuda/kernels/kernels.h"

namespace lockstep::cuda {

void ValueGradients::add(const Value& like, BufferId a, BufferId b, BufferId into)
{
    m_program.backward({.name = "sum of gradients",
                        .give =
                            [element = like.element, a, b, into, n = like.elements()](const Frame& f) {
                                cuda::add(f.queue, element, f.at(a), f.at(b), f.at(into), f.count * n,
                                          Clamp::None);
                            }},
                       {a, b, into});
}

void ValueGradients::letThrough(const Value& y, BufferId dy, BufferId to, Clamp clamp)
{
    m_program.backward(
        {.name = "clamp gradient",
         .give =
             [element = y.element, y = y.data, dy, to, n = y.elements(), clamp](const Frame& f) {
                 clampGradient(f.queue, element, f.at(y), f.at(dy), f.at(to), f.count * n, clamp,
                               Output::Overwrite);
             }},
        {y.data, dy, to});
}

} // namespace lockstep::cuda

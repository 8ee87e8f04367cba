// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cpu/lowering/schedule.h"
#include "engine/compute/cpu/lowering/value.h"
#include "engine/compute/slides.h"

namespace lockstep {

inline Slides slidesOf(const LayerKind& kind, const Value& x, const Value& y)
{
    return slidesOf(kind, x.size(), y.size());
}

/// What is said of one sample, for the worker's samples.
template <typename Shape>
Shape forSamples(Shape shape, const WorkerFrame& f)
{
    shape.samples *= f.count;
    return shape;
}

} // namespace lockstep

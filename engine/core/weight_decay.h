// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/core/shape.h"

namespace lockstep {

/// Whether its elements lie along one axis: those of a norm, a bias, or ConvNeXt's layer_scale ({channels, 1,
/// 1}).
inline bool isPerChannel(const Shape& shape)
{
    return shape.rank() <= 1 || (shape.rank() == 3 && shape[1] == 1 && shape[2] == 1);
}

/// Whether weight decay applies to a parameter of this shape; decayAll: see TrainingSpec.
inline bool isDecayed(const Shape& shape, bool decayAll)
{
    return decayAll || !isPerChannel(shape);
}

} // namespace lockstep

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/core/shape.h"

#include <functional>
#include <span>

namespace lockstep {

class Random;

/// What a fresh tensor holds; torchvision's distributions.
struct Initializer {
    enum class Kind {
        Constant,        ///< `scale` everywhere
        Uniform,         ///< in [-scale, scale)
        Normal,          ///< mean 0, deviation `scale`
        TruncatedNormal, ///< the same, drawn again outside [-2, 2]
    };
    Kind kind = Kind::Constant;
    double scale = 0;
};

// Rules: what a weight {out, in} or {out, in / groups, height, width} starts from. Its fan in is the number
// of elements of one output, its fan out is out * height * width, as PyTorch counts them (groups do not
// matter).

/// PyTorch's default for convolutions and linear layers: within 1 / sqrt(fan in).
Initializer uniformFanIn(const Shape& weight);
/// kaiming_uniform_: within sqrt(6 / fan in) [He et al. 2015, for ReLU].
Initializer kaimingUniform(const Shape& weight);
/// kaiming_normal_(mode="fan_in"): deviation sqrt(2 / fan in).
Initializer kaimingNormalFanIn(const Shape& weight);
/// kaiming_normal_(mode="fan_out"): deviation sqrt(2 / fan out).
Initializer kaimingNormalFanOut(const Shape& weight);
/// normal_(0, deviation), whatever the shape.
std::function<Initializer(const Shape&)> normal(double deviation);
/// trunc_normal_(0, deviation), whatever the shape.
std::function<Initializer(const Shape&)> truncatedNormal(double deviation);

/// Draws every value. The same stream gives the same values on every host: the arithmetic uses IEEE sums,
/// products, quotients and square roots alone (no libm, whose last digits depend on the processor), never
/// contracted.
void fillInitially(std::span<float> values, const Initializer& initial, Random& random);

} // namespace lockstep

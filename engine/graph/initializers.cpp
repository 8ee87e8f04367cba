// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/initializers.h"

#include <cmath>

namespace lockstep {

namespace {

double fanIn(const Shape& weight)
{
    return static_cast<double>(weight.elements()) / static_cast<double>(weight[0]);
}

double fanOut(const Shape& weight)
{
    return static_cast<double>(weight.elements()) / static_cast<double>(weight[1]);
}

} // namespace

Initializer uniformFanIn(const Shape& weight)
{
    return {Initializer::Kind::Uniform, 1 / std::sqrt(fanIn(weight))};
}

Initializer kaimingUniform(const Shape& weight)
{
    return {Initializer::Kind::Uniform, std::sqrt(6 / fanIn(weight))};
}

Initializer kaimingNormalFanIn(const Shape& weight)
{
    return {Initializer::Kind::Normal, std::sqrt(2 / fanIn(weight))};
}

Initializer kaimingNormalFanOut(const Shape& weight)
{
    return {Initializer::Kind::Normal, std::sqrt(2 / fanOut(weight))};
}

std::function<Initializer(const Shape&)> normal(double deviation)
{
    return [deviation](const Shape&) { return Initializer{Initializer::Kind::Normal, deviation}; };
}

std::function<Initializer(const Shape&)> truncatedNormal(double deviation)
{
    return [deviation](const Shape&) { return Initializer{Initializer::Kind::TruncatedNormal, deviation}; };
}

} // namespace lockstep

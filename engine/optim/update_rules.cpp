// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/optim/update_rules.h"

#include "engine/core/portable_math.h"

namespace lockstep {
namespace {

float epsilonOr(const TrainingSpec& spec, double standard)
{
    return static_cast<float>(spec.epsilon > 0 ? spec.epsilon : standard);
}

GradientUse coupled(const UpdateScalars& scalars, double decay)
{
    return {static_cast<float>(scalars.gradientScale), static_cast<float>(decay)};
}

} // namespace

SgdRule::Update SgdRule::at(const UpdateScalars& scalars, double decay) const
{
    return {coupled(scalars, decay), static_cast<float>(scalars.learningRate)};
}

MomentumRule::Update MomentumRule::at(const UpdateScalars& scalars, double decay) const
{
    return {coupled(scalars, decay), static_cast<float>(scalars.learningRate), momentum};
}

NesterovRule::Update NesterovRule::at(const UpdateScalars& scalars, double decay) const
{
    return {coupled(scalars, decay), static_cast<float>(scalars.learningRate), momentum};
}

AdagradRule::AdagradRule(const TrainingSpec& spec) : epsilon(epsilonOr(spec, 1e-10)) {}

AdagradRule::Update AdagradRule::at(const UpdateScalars& scalars, double decay) const
{
    return {coupled(scalars, decay), static_cast<float>(scalars.learningRate), epsilon};
}

AdamRule::AdamRule(const TrainingSpec& spec)
    : beta1(spec.beta1), beta2(spec.beta2), epsilon(epsilonOr(spec, 1e-8)),
      decoupled(spec.optimizer == OptimizerKind::AdamW)
{
}

AdamRule::Update AdamRule::at(const UpdateScalars& scalars, double decay) const
{
    return {.use = coupled(scalars, decoupled ? 0 : decay),
            .beta1 = static_cast<float>(beta1),
            .beta2 = static_cast<float>(beta2),
            .rate = static_cast<float>(scalars.learningRate / (1 - power(beta1, scalars.step))),
            .secondScale = static_cast<float>(1 / std::sqrt(1 - power(beta2, scalars.step))),
            .epsilon = epsilon,
            .shrink = decoupled ? static_cast<float>(1 - scalars.learningRate * decay) : 1.0f};
}

} // namespace lockstep

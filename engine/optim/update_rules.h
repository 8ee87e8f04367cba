// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/experiment.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <tuple>

/// The update rules, element by element, for every device: a rule is its settings, and at() makes of them
/// what one step does to an element. A kernel calls that for each element of a tensor, or of a stretch of
/// one; elements do not know of each other, so cuts do not change the bits. Kernels are compiled without
/// contraction to fused multiply-adds (of a GPU too: its host functions are constexpr alone), so that every
/// device makes the same bits of the same gradients.
namespace lockstep {

/// What changes from step to step, in one block.
struct UpdateScalars {
    double learningRate = 0;
    double gradientScale = 1; ///< of clipping
    std::int64_t step = 1;    ///< updates, this one included
};

/// What all rules do to a gradient g first: g * scale + decay * value.
struct GradientUse {
    float scale; ///< of clipping; 1: as it is
    float decay; ///< coupled weight decay

    template <typename Float>
    constexpr Float operator()(Float gradient, Float value) const
    {
        return gradient * scale + decay * value;
    }
};

struct SgdRule {
    static constexpr std::array<const char*, 0> kState{};
    static constexpr bool serves(OptimizerKind kind, bool) { return kind == OptimizerKind::Sgd; }
    struct Update {
        GradientUse use;
        float rate;
        template <typename Float>
        constexpr void operator()(Float& value, Float gradient) const
        {
            value -= rate * use(gradient, value);
        }
    };
    explicit SgdRule(const TrainingSpec&) {}
    Update at(const UpdateScalars& scalars, double decay) const;
};

struct MomentumRule {
    static constexpr std::array kState{"momentum"};
    static constexpr bool serves(OptimizerKind kind, bool nesterov)
    {
        return kind == OptimizerKind::Momentum && !nesterov;
    }
    struct Update {
        GradientUse use;
        float rate;
        float momentum;
        template <typename Float>
        constexpr void operator()(Float& value, Float gradient, Float& velocity) const
        {
            velocity = momentum * velocity + use(gradient, value);
            value -= rate * velocity;
        }
    };
    explicit MomentumRule(const TrainingSpec& spec) : momentum(static_cast<float>(spec.momentum)) {}
    Update at(const UpdateScalars& scalars, double decay) const;
    float momentum;
};

struct NesterovRule {
    static constexpr std::array kState = MomentumRule::kState;
    static constexpr bool serves(OptimizerKind kind, bool nesterov)
    {
        return kind == OptimizerKind::Momentum && nesterov;
    }
    struct Update {
        GradientUse use;
        float rate;
        float momentum;
        template <typename Float>
        constexpr void operator()(Float& value, Float gradient, Float& velocity) const
        {
            const Float used = use(gradient, value);
            velocity = momentum * velocity + used;
            value -= rate * (used + momentum * velocity);
        }
    };
    explicit NesterovRule(const TrainingSpec& spec) : momentum(static_cast<float>(spec.momentum)) {}
    Update at(const UpdateScalars& scalars, double decay) const;
    float momentum;
};

struct AdagradRule {
    static constexpr std::array kState{"sum"};
    static constexpr bool serves(OptimizerKind kind, bool) { return kind == OptimizerKind::Adagrad; }
    struct Update {
        GradientUse use;
        float rate;
        float epsilon;
        template <typename Float>
        constexpr void operator()(Float& value, Float gradient, Float& sum) const
        {
            const Float used = use(gradient, value);
            sum += used * used;
            value -= rate * used / (std::sqrt(sum) + epsilon);
        }
    };
    explicit AdagradRule(const TrainingSpec& spec);
    Update at(const UpdateScalars& scalars, double decay) const;
    float epsilon;
};

/// Adam, and AdamW, whose decay bypasses the gradient.
struct AdamRule {
    static constexpr std::array kState{"exp_avg", "exp_avg_sq"};
    static constexpr bool serves(OptimizerKind kind, bool)
    {
        return kind == OptimizerKind::Adam || kind == OptimizerKind::AdamW;
    }
    struct Update {
        GradientUse use;
        float beta1, beta2;
        float rate;        ///< learning rate / (1 - beta1^t)
        float secondScale; ///< 1 / sqrt(1 - beta2^t)
        float epsilon;
        float shrink; ///< AdamW: the value's factor before the update, 1 - learning rate * decay; Adam: 1
        template <typename Float>
        constexpr void operator()(Float& value, Float gradient, Float& first, Float& second) const
        {
            const Float used = use(gradient, value);
            first = beta1 * first + (1 - beta1) * used;
            second = beta2 * second + (1 - beta2) * (used * used);
            value = shrink * value - rate * first / (std::sqrt(second) * secondScale + epsilon);
        }
    };
    explicit AdamRule(const TrainingSpec& spec);
    Update at(const UpdateScalars& scalars, double decay) const;
    double beta1, beta2;
    float epsilon;
    bool decoupled;
};

/// All of them; each optimiser is served by one.
using UpdateRules = std::tuple<SgdRule, MomentumRule, NesterovRule, AdagradRule, AdamRule>;

/// The factor for gradients of this norm so that it does not exceed `clipNorm`, as PyTorch's clip_grad_norm_:
/// min(1, clipNorm / (norm + 1e-6)). A norm that is no number passes through, as in PyTorch's clamp, so that
/// the loss shows what happened.
constexpr double clippingScale(double norm, double clipNorm)
{
    const double scale = clipNorm / (norm + 1e-6);
    return scale > 1 ? 1 : scale;
}

} // namespace lockstep

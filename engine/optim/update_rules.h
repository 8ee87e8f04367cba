// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

/// The loops of the optimisers over one stretch of a tensor, each element on its own. They take the widest
/// vectors of the host and never contract to fused multiply-adds, so every host and every cut into stretches
/// makes the same bits of the same gradients, and replicas stay equal.
namespace lockstep {

/// What all rules do to a gradient g first: g * scale + decay * value.
struct GradientUse {
    float scale; ///< of clipping; 1: as it is
    float decay; ///< coupled weight decay
};

void updateSgd(float* value, const float* gradient, std::size_t count, GradientUse use, float rate);

struct MomentumFactors {
    float rate;
    float momentum;
};
void updateMomentum(float* value, const float* gradient, float* velocity, std::size_t count, GradientUse use,
                    MomentumFactors factors);
void updateNesterov(float* value, const float* gradient, float* velocity, std::size_t count, GradientUse use,
                    MomentumFactors factors);

void updateAdagrad(float* value, const float* gradient, float* sum, std::size_t count, GradientUse use,
                   float rate, float epsilon);

struct AdamFactors {
    float beta1, beta2;
    float rate;        ///< learning rate / (1 - beta1^t)
    float secondScale; ///< 1 / sqrt(1 - beta2^t)
    float epsilon;
    float shrink; ///< AdamW: the value's factor before the update, 1 - learning rate * decay; Adam: 1
};
void updateAdam(float* value, const float* gradient, float* first, float* second, std::size_t count,
                GradientUse use, AdamFactors factors);

/// Sum of squares in double precision, in an order that depends on `count` alone.
double sumOfSquares(const float* values, std::size_t count);

} // namespace lockstep

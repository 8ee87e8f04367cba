// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// What a batch norm computes between its passes over the activations: a few numbers for each channel, in
/// f64.
///
/// Training, forward: every worker takes moments() of its rows; barrier; mergeMoments() of all;
/// batchNormForward(); normalize(). Backward: every worker takes normGradientSums(); barrier; the sums are
/// added; batchNormBackward(); normGradient().
namespace lockstep {

/// Adds another part's moments (mean and sum of squared deviations) [Chan, Golub, LeVeque: Updating formulae
/// and a pairwise algorithm for computing sample variances. 1979]. The result does not depend on how rows
/// were scaled or shifted, but, in the last bits, on the order of merging.
void mergeMoments(std::int64_t& count, double* mean, double* squares, std::int64_t otherCount,
                  const double* otherMean, const double* otherSquares, int channels);

/// What normalize() needs, {channels} each; `weight` and `bias` are the batch norm's parameters.
struct BatchNormState {
    float* center = nullptr;  ///< the mean
    float* inverse = nullptr; ///< 1 / sqrt(variance + epsilon)
    float* scale = nullptr;   ///< weight * inverse; with center and bias the ChannelAffine of normalize()
};

/// From the moments of the whole batch, count >= 1. Updates the running statistics unless null.
void batchNormForward(std::int64_t count, const double* mean, const double* squares, const float* weight,
                      int channels, double epsilon, double momentum, const BatchNormState& state,
                      float* runningMean, float* runningVariance);

/// Evaluation: the same from the running statistics.
void batchNormEvaluation(const float* runningMean, const float* runningVariance, const float* weight,
                         int channels, double epsilon, const BatchNormState& state);

/// From the sums over the whole batch ({channels} of g, then of g * (x - center)): the coefficients of
/// normGradient(), and the gradients of weight and bias (added to what stands there if `add`).
void batchNormBackward(std::int64_t count, const double* sums, const BatchNormState& state, int channels,
                       float* slope, float* xSlope, float* offset, float* weightGradient, float* biasGradient,
                       bool add);

} // namespace lockstep

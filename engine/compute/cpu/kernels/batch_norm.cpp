// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cpu/kernels/batch_norm.h"

#include "engine/compute/batch_norm_rules.h"

#include <cmath>

namespace lockstep {

void mergeMoments(std::int64_t& count, double* mean, double* squares, std::int64_t otherCount,
                  const double* otherMean, const double* otherSquares, int channels)
{
    if (otherCount == 0)
        return;
    const auto all = static_cast<double>(count + otherCount);
    const double share = static_cast<double>(otherCount) / all;
    for (int c = 0; c < channels; ++c) {
        const double difference = otherMean[c] - (count == 0 ? 0 : mean[c]);
        squares[c] = count == 0 ? otherSquares[c]
                                : squares[c] + otherSquares[c] +
                                      difference * difference * static_cast<double>(count) * share;
        mean[c] = count == 0 ? otherMean[c] : mean[c] + difference * share;
    }
    count += otherCount;
}

namespace {

void keep(const BatchNormState& state, int c, const NormCoefficients& made)
{
    state.center[c] = made.center;
    state.inverse[c] = made.inverse;
    state.scale[c] = made.scale;
}

} // namespace

void batchNormForward(std::int64_t count, const double* mean, const double* squares, const float* weight,
                      int channels, double epsilon, double momentum, const BatchNormState& state,
                      float* runningMean, float* runningVariance)
{
    const auto n = static_cast<double>(count);
    for (int c = 0; c < channels; ++c) {
        keep(state, c, normCoefficients(mean[c], 1 / std::sqrt(squares[c] / n + epsilon), weight[c]));
        if (runningMean != nullptr)
            updateRunningStatistics(count, mean[c], squares[c], momentum, runningMean[c], runningVariance[c]);
    }
}

void batchNormEvaluation(const float* runningMean, const float* runningVariance, const float* weight,
                         int channels, double epsilon, const BatchNormState& state)
{
    for (int c = 0; c < channels; ++c) {
        const double inverse = 1 / std::sqrt(static_cast<double>(runningVariance[c]) + epsilon);
        keep(state, c, normCoefficients(static_cast<double>(runningMean[c]), inverse, weight[c]));
    }
}

void batchNormBackward(std::int64_t count, const double* sums, const BatchNormState& state, int channels,
                       float* slope, float* xSlope, float* offset, float* weightGradient, float* biasGradient,
                       bool add)
{
    for (int c = 0; c < channels; ++c) {
        const NormGradientCoefficients made = normGradientCoefficients(
            count, sums[c], sums[channels + c], {state.center[c], state.inverse[c], state.scale[c]});
        slope[c] = state.scale[c];
        xSlope[c] = made.xSlope;
        offset[c] = made.offset;
        weightGradient[c] =
            static_cast<float>(made.ofWeight + (add ? static_cast<double>(weightGradient[c]) : 0));
        biasGradient[c] = static_cast<float>(made.ofBias + (add ? static_cast<double>(biasGradient[c]) : 0));
    }
}

} // namespace lockstep

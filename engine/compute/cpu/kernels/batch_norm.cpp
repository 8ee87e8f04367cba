// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cpu/kernels/batch_norm.h"

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

void batchNormForward(std::int64_t count, const double* mean, const double* squares, const float* weight,
                      int channels, double epsilon, double momentum, const BatchNormState& state,
                      float* runningMean, float* runningVariance)
{
    const auto n = static_cast<double>(count);
    for (int c = 0; c < channels; ++c) {
        const double inverse = 1 / std::sqrt(squares[c] / n + epsilon);
        state.center[c] = static_cast<float>(mean[c]);
        state.inverse[c] = static_cast<float>(inverse);
        state.scale[c] = static_cast<float>(static_cast<double>(weight[c]) * inverse);
        if (runningMean == nullptr)
            continue;
        const double oldMean = static_cast<double>(runningMean[c]);
        runningMean[c] = static_cast<float>(oldMean + momentum * (mean[c] - oldMean));
        if (count == 1)
            continue;
        const double oldVariance = static_cast<double>(runningVariance[c]);
        runningVariance[c] =
            static_cast<float>(oldVariance + momentum * (squares[c] / (n - 1) - oldVariance));
    }
}

void batchNormEvaluation(const float* runningMean, const float* runningVariance, const float* weight,
                         int channels, double epsilon, const BatchNormState& state)
{
    for (int c = 0; c < channels; ++c) {
        const double inverse = 1 / std::sqrt(static_cast<double>(runningVariance[c]) + epsilon);
        state.center[c] = runningMean[c];
        state.inverse[c] = static_cast<float>(inverse);
        state.scale[c] = static_cast<float>(static_cast<double>(weight[c]) * inverse);
    }
}

void batchNormBackward(std::int64_t count, const double* sums, const BatchNormState& state, int channels,
                       float* slope, float* xSlope, float* offset, float* weightGradient, float* biasGradient,
                       bool add)
{
    // With xhat = (x - center) * inverse: dx = scale * (g - mean(g) - xhat * mean(g * xhat)).
    const auto n = static_cast<double>(count);
    for (int c = 0; c < channels; ++c) {
        const double inverse = static_cast<double>(state.inverse[c]);
        const double scale = static_cast<double>(state.scale[c]);
        const double ofBias = sums[c];
        const double ofWeight = sums[channels + c] * inverse;
        slope[c] = state.scale[c];
        xSlope[c] = static_cast<float>(-scale * inverse * ofWeight / n);
        offset[c] = static_cast<float>(-scale * ofBias / n);
        weightGradient[c] = static_cast<float>(ofWeight + (add ? static_cast<double>(weightGradient[c]) : 0));
        biasGradient[c] = static_cast<float>(ofBias + (add ? static_cast<double>(biasGradient[c]) : 0));
    }
}

} // namespace lockstep

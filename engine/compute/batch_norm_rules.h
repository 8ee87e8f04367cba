// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// What a batch norm makes of one channel's sums, on every device, in f64. (Square roots are left to the
/// callers: constexpr functions, which a GPU may call too, have none.)
namespace lockstep {

/// What normalisation needs of a channel.
struct NormCoefficients {
    float center;  ///< the mean
    float inverse; ///< 1 / sqrt(variance + epsilon)
    float scale;   ///< weight * inverse
};

constexpr NormCoefficients normCoefficients(double mean, double inverse, float weight)
{
    return {static_cast<float>(mean), static_cast<float>(inverse),
            static_cast<float>(static_cast<double>(weight) * inverse)};
}

/// A channel's share in the running statistics, as PyTorch does it (unbiased variance). `squares`: the sum of
/// squared deviations. Where PyTorch refuses to train, for a single value (one sample of 1x1 maps), the
/// running variance stays: a value says nothing about it, and n - 1 would make it infinite.
constexpr void updateRunningStatistics(std::int64_t count, double mean, double squares, double momentum,
                                       float& runningMean, float& runningVariance)
{
    const double oldMean = static_cast<double>(runningMean);
    runningMean = static_cast<float>(oldMean + momentum * (mean - oldMean));
    if (count == 1)
        return;
    const double oldVariance = static_cast<double>(runningVariance);
    const double variance = squares / (static_cast<double>(count) - 1);
    runningVariance = static_cast<float>(oldVariance + momentum * (variance - oldVariance));
}

/// dx = slope g + xSlope (x - center) + offset, where the slope is the scale.
struct NormGradientCoefficients {
    float xSlope;
    float offset;
    double ofWeight; ///< the gradients of weight and bias
    double ofBias;
};

/// From the sums of g and of g (x - center) over `count` rows.
constexpr NormGradientCoefficients normGradientCoefficients(std::int64_t count, double sum, double product,
                                                            const NormCoefficients& forward)
{
    // With xhat = (x - center) * inverse: dx = scale * (g - mean(g) - xhat * mean(g * xhat)).
    const auto n = static_cast<double>(count);
    const double inverse = static_cast<double>(forward.inverse);
    const double scale = static_cast<double>(forward.scale);
    const double ofWeight = product * inverse;
    return {static_cast<float>(-scale * inverse * ofWeight / n), static_cast<float>(-scale * sum / n),
            ofWeight, sum};
}

} // namespace lockstep

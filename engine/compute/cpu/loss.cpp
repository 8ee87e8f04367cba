// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cpu/loss.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

double crossEntropy(double smoothing, std::span<const float> logits, std::size_t label,
                    std::span<float> derivative)
{
    // Subtracting the largest keeps every power at or below 1.
    const float largest = *std::max_element(logits.begin(), logits.end());
    double sum = 0;
    for (std::size_t c = 0; c < logits.size(); ++c) {
        derivative[c] = std::exp(logits[c] - largest);
        sum += static_cast<double>(derivative[c]);
    }
    const double everyTarget = smoothing / static_cast<double>(logits.size());
    double expected = (1 - smoothing) * static_cast<double>(logits[label] - largest);
    for (std::size_t c = 0; c < logits.size(); ++c) {
        derivative[c] = static_cast<float>(static_cast<double>(derivative[c]) / sum - everyTarget);
        if (everyTarget > 0)
            expected += everyTarget * static_cast<double>(logits[c] - largest);
    }
    derivative[label] -= static_cast<float>(1 - smoothing);
    return std::log(sum) - expected;
}

double squaredError(std::span<const float> logits, std::size_t label, std::span<float> derivative)
{
    const double classes = static_cast<double>(logits.size());
    double sum = 0;
    for (std::size_t c = 0; c < logits.size(); ++c) {
        const double difference = static_cast<double>(logits[c]) - (c == label ? 1.0 : 0.0);
        derivative[c] = static_cast<float>(2 * difference / classes);
        sum += difference * difference;
    }
    return sum / classes;
}

int rankOf(std::span<const float> logits, std::size_t label)
{
    int rank = 0;
    for (std::size_t c = 0; c < logits.size(); ++c)
        if (c != label && !(c < label ? logits[c] < logits[label] : logits[c] <= logits[label]))
            ++rank;
    return rank;
}

} // namespace

SampleLoss sampleLoss(LossKind kind, double smoothing, std::span<const float> logits, int label,
                      std::span<float> derivative)
{
    const auto target = static_cast<std::size_t>(label);
    const double loss = kind == LossKind::CrossEntropy ? crossEntropy(smoothing, logits, target, derivative)
                                                       : squaredError(logits, target, derivative);
    return {loss, rankOf(logits, target)};
}

} // namespace lockstep

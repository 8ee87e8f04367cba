// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cpu/loss.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

double crossEntropy(std::span<const float> logits, std::size_t label, std::span<float> derivative)
{
    // Subtracting the largest keeps every power at or below 1.
    const float largest = *std::max_element(logits.begin(), logits.end());
    double sum = 0;
    for (std::size_t c = 0; c < logits.size(); ++c) {
        derivative[c] = std::exp(logits[c] - largest);
        sum += static_cast<double>(derivative[c]);
    }
    for (float& each : derivative)
        each = static_cast<float>(static_cast<double>(each) / sum);
    derivative[label] -= 1.0f;
    return std::log(sum) - static_cast<double>(logits[label] - largest);
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

} // namespace

SampleLoss sampleLoss(LossKind kind, std::span<const float> logits, int label, std::span<float> derivative)
{
    const auto target = static_cast<std::size_t>(label);
    const auto best = static_cast<std::size_t>(std::max_element(logits.begin(), logits.end()) - logits.begin());
    const double loss = kind == LossKind::CrossEntropy ? crossEntropy(logits, target, derivative)
                                                       : squaredError(logits, target, derivative);
    return {loss, best == target};
}

} // namespace lockstep

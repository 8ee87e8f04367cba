// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cpu/lowering/batch_norm.h"

#include <algorithm>

namespace lockstep {

double* BatchNorm::slot(const WorkerFrame& f, BufferId of, int worker) const
{
    return f.at<double>(of) + std::int64_t{2} * worker * channels;
}

BatchNormState BatchNorm::state(const WorkerFrame& f) const
{
    return {f.at<float>(center), f.at<float>(inverse), f.at<float>(scale)};
}

ChannelAffine BatchNorm::affine(const WorkerFrame& f) const
{
    return {f.at<const float>(center), f.at<const float>(scale), bias};
}

void BatchNorm::prepare(const WorkerFrame& f) const
{
    if (!f.training() || f.total == 0) {
        batchNormEvaluation(runningMean.data(), runningVariance.data(), weight, channels, epsilon, state(f));
        return;
    }
    auto* mean = f.at<double>(merged);
    std::int64_t count = 0;
    for (int worker = 0; worker < f.workers; ++worker) {
        const double* other = slot(f, moments, worker);
        mergeMoments(count, mean, mean + channels, f.samplesOf(worker) * pixels, other, other + channels,
                     channels);
    }
    const bool keeper = f.worker == 0;
    batchNormForward(count, mean, mean + channels, weight, channels, epsilon, momentum, state(f),
                     keeper ? runningMean.data() : nullptr, keeper ? runningVariance.data() : nullptr);
    if (keeper)
        batches[0] += 1;
}

void BatchNorm::prepareGradient(const WorkerFrame& f, std::span<float> weightGradient,
                                std::span<float> biasGradient) const
{
    auto* sum = f.at<double>(merged);
    std::fill_n(sum, 2 * channels, 0.0);
    for (int worker = 0; worker < f.workers; ++worker)
        for (int i = 0; i < 2 * channels && f.samplesOf(worker) > 0; ++i)
            sum[i] += slot(f, sums, worker)[i];
    auto* drop = f.at<float>(dropped);
    const bool keeper = f.worker == 0;
    batchNormBackward(std::max<std::int64_t>(1, f.total * pixels), sum, state(f), channels,
                      f.at<float>(slope), f.at<float>(xSlope), f.at<float>(offset),
                      keeper ? weightGradient.data() : drop, keeper ? biasGradient.data() : drop + channels,
                      keeper && f.gradients == Gradients::Add);
}

} // namespace lockstep

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/kernels/loss.cuh"

#include "engine/compute/cuda/kernels/kernels.h"

namespace lockstep::cuda {

std::int64_t lossScratch(int samples)
{
    return std::int64_t{samples} * std::int64_t{sizeof(SampleScore)};
}

void sampleLosses(Queue& queue, const LossArguments& a)
{
    if (a.samples == 0)
        return;
    const LossInputs in{a.classes,
                        a.logits,
                        a.labels,
                        a.derivative,
                        static_cast<float>(a.weight),
                        a.step,
                        a.scale,
                        static_cast<SampleScore*>(a.scratch)};
    if (a.kind == LossKind::CrossEntropy)
        launch(queue, {a.samples}, CrossEntropy{in, a.smoothing});
    else
        launch(queue, {a.samples}, SquaredError{in});
    launch(queue, {1}, AddScores{in.scores, a.samples, a.weight, a.scored, a.loss});
}

} // namespace lockstep::cuda

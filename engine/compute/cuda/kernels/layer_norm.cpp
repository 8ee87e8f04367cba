// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/kernels/layer_norm.cuh"

#include "engine/compute/cuda/kernels/kernels.h"
#include "engine/compute/cuda/kernels/launches.h"

namespace lockstep::cuda {

void layerNorm(Queue& queue, Element element, const void* x, std::int64_t rows, int channels,
               const float* weight, const float* bias, double epsilon, void* y, float* mean, float* inverse)
{
    withRowPacks(
        element, channels,
        [&]<typename E, int kWidth>() {
            launch(queue, RowGroup::grid(rows),
                   LayerNorm<E, kWidth>{static_cast<const E*>(x), static_cast<E*>(y), rows, channels, weight,
                                        bias, epsilon, mean, inverse});
        },
        x, y);
}

void layerNormGradient(Queue& queue, Element element, const void* x, const void* dy, std::int64_t rows,
                       int channels, const float* weight, const float* mean, const float* inverse, void* dx,
                       Output output, float* weightGradient, float* biasGradient, Output ofWeights,
                       void* scratch)
{
    withRowPacks(
        element, channels,
        [&]<typename E, int kWidth>() {
            const auto* in = static_cast<const E*>(x);
            const auto* gradient = static_cast<const E*>(dy);
            sumChannels(queue, LayerNormWeightSums<E, kWidth>{in, gradient, mean, inverse},
                        KeepSums<2>{{weightGradient, biasGradient}, ofWeights}, rows, channels, scratch);
            launch(queue, RowGroup::grid(rows),
                   LayerNormInputGradient<E, kWidth>{in, gradient, static_cast<E*>(dx), rows, channels,
                                                     weight, mean, inverse, output});
        },
        x, dy, dx);
}

} // namespace lockstep::cuda

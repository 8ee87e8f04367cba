// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/kernels/bias.cuh"

#include "engine/compute/cuda/kernels/kernels.h"
#include "engine/compute/cuda/kernels/launches.h"

namespace lockstep::cuda {

void addBias(Queue& queue, Element element, const void* x, const float* bias, void* y, std::int64_t rows,
             int channels, Clamp clamp)
{
    withRowPacks(
        element, channels,
        [&]<typename E, int kWidth>() {
            mapRows(queue, AddBiasRows<E, kWidth>{static_cast<const E*>(x), static_cast<E*>(y), bias, clamp},
                    rows, channels);
        },
        x, y);
}

void columnSums(Queue& queue, Element element, const void* x, std::int64_t rows, int channels, float* sums,
                Output output, void* scratch)
{
    withRowPacks(
        element, channels,
        [&]<typename E, int kWidth>() {
            sumChannels(queue, ColumnSums<E, kWidth>{static_cast<const E*>(x)}, KeepSums<1>{{sums}, output},
                        rows, channels, scratch);
        },
        x);
}

} // namespace lockstep::cuda

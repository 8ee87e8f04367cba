// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/kernels/depthwise.cuh"

#include "engine/compute/cuda/kernels/kernels.h"
#include "engine/compute/cuda/kernels/launches.h"

namespace lockstep::cuda {

namespace {

template <typename E, int kWidth, int kTaps>
void sumTaps(Queue& queue, const Windows& w, const void* x, const void* dy, const KeepTaps& finish,
             double* partial)
{
    const RowTiles tiles = sumTiles(w.outRows(), w.channels / kWidth);
    const int columns = w.taps() * w.channels;
    const DepthwiseWeightSums<E, kWidth, kTaps> kernel{
        {{w, static_cast<const E*>(x), static_cast<const E*>(dy)}, tiles, w.channels, partial, columns}};
    launch(queue, {tiles.grid().blocks * kernel.groups()}, kernel);
    finishSums(queue, finish, partial, tiles.parts, columns);
}

} // namespace

void depthwise(Queue& queue, Element element, const Windows& w, const void* x, const void* weight,
               const float* bias, void* y)
{
    withRowPacks(
        element, w.channels,
        [&]<typename E, int kWidth>() {
            const Depthwise<E, kWidth> kernel{w, static_cast<const E*>(x), static_cast<const E*>(weight),
                                              bias, static_cast<E*>(y)};
            launch(queue, elementGrid(kernel.count()), kernel);
        },
        x, weight, y);
}

void depthwiseInputGradient(Queue& queue, Element element, const Windows& w, const void* dy,
                            const void* weight, void* dx, Output output)
{
    withRowPacks(
        element, w.channels,
        [&]<typename E, int kWidth>() {
            const DepthwiseInputGradient<E, kWidth> kernel{
                w, static_cast<const E*>(dy), static_cast<const E*>(weight), static_cast<E*>(dx), output};
            launch(queue, elementGrid(kernel.count()), kernel);
        },
        dy, weight, dx);
}

std::int64_t depthwiseWeightScratch(const Windows& w)
{
    return channelSumsScratch(w.outRows(), w.channels) * w.taps();
}

void depthwiseWeightGradient(Queue& queue, Element element, const Windows& w, const void* x, const void* dy,
                             float* weightGradient, Output output, void* scratch)
{
    const KeepTaps finish{weightGradient, w.channels, w.taps(), output};
    auto* partial = static_cast<double*>(scratch);
    withRowPacks(
        element, w.channels,
        [&]<typename E, int kWidth>() {
            if (w.columns.kernel % 7 == 0)
                sumTaps<E, kWidth, 7>(queue, w, x, dy, finish, partial);
            else if (w.columns.kernel % 3 == 0)
                sumTaps<E, kWidth, 3>(queue, w, x, dy, finish, partial);
            else
                sumTaps<E, kWidth, 1>(queue, w, x, dy, finish, partial);
        },
        x, dy);
}

} // namespace lockstep::cuda

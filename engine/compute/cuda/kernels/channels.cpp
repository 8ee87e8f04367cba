// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/kernels/channels.cuh"

#include "engine/compute/cuda/kernels/kernels.h"
#include "engine/compute/cuda/kernels/launches.h"

namespace lockstep::cuda {

void copyChannels(Queue& queue, Element element, const void* x, std::int64_t xStride, void* y,
                  std::int64_t yStride, std::int64_t rows, int channels, Output output)
{
    const auto copy = [&]<typename E, int kWidth>() {
        mapRows(queue,
                CopyRows<E, kWidth>{static_cast<const E*>(x), xStride, static_cast<E*>(y), yStride, output},
                rows, channels);
    };
    withElement(element, [&]<typename E>() {
        constexpr int kWidth = kPackWidth<E>;
        if (channels % kWidth == 0 && xStride % kWidth == 0 && yStride % kWidth == 0 && alignedForPacks(x, y))
            copy.template operator()<E, kWidth>();
        else
            copy.template operator()<E, 1>();
    });
}

void shuffleChannels(Queue& queue, Element element, const void* x, void* y, std::int64_t rows, int channels,
                     int groups, Output output)
{
    withElement(element, [&]<typename E>() {
        mapRows(queue, ShuffleRows<E>{static_cast<const E*>(x), static_cast<E*>(y), channels, groups, output},
                rows, channels);
    });
}

void subsample(Queue& queue, Element element, const Subsample& s, const void* x, void* y)
{
    withElement(element, [&]<typename E>() {
        const SubsampleMap<E> kernel{s, static_cast<const E*>(x), static_cast<E*>(y)};
        launch(queue, elementGrid(kernel.elements()), kernel);
    });
}

void subsampleGradient(Queue& queue, Element element, const Subsample& s, const void* dy, void* dx,
                       Output output)
{
    withElement(element, [&]<typename E>() {
        const SubsampleGradient<E> kernel{s, static_cast<const E*>(dy), static_cast<E*>(dx), output};
        launch(queue, elementGrid(kernel.elements()), kernel);
    });
}

} // namespace lockstep::cuda

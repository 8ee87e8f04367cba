// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/kernels/pooling.cuh"

#include "engine/compute/cuda/kernels/kernels.h"
#include "engine/compute/cuda/kernels/launches.h"

namespace lockstep::cuda {

namespace {

template <typename Rule>
void mapPlaces(Queue& queue, const Rule& rule)
{
    const MapPlaces<Rule> kernel{rule};
    if (kernel.count() > 0)
        launch(queue, elementGrid(kernel.count()), kernel);
}

} // namespace

void maxPool(Queue& queue, Element element, const PoolWindows& w, const void* x, void* y,
             std::uint8_t* winners)
{
    withRowPacks(
        element, w.channels,
        [&]<typename E, int kWidth>() {
            mapPlaces(queue,
                      MaxPoolRule<E, kWidth>{w, static_cast<const E*>(x), static_cast<E*>(y), winners});
        },
        x, y, winners);
}

void maxPoolGradient(Queue& queue, Element element, const PoolWindows& w, const void* dy,
                     const std::uint8_t* winners, void* dx, Output output)
{
    withRowPacks(
        element, w.channels,
        [&]<typename E, int kWidth>() {
            mapPlaces(queue, MaxPoolGradientRule<E, kWidth>{w, static_cast<const E*>(dy), winners,
                                                            static_cast<E*>(dx), output});
        },
        dy, winners, dx);
}

void averagePool(Queue& queue, Element element, const PoolWindows& w, const void* x, void* y)
{
    withRowPacks(
        element, w.channels,
        [&]<typename E, int kWidth>() {
            mapPlaces(queue, AveragePoolRule<E, kWidth>{w, static_cast<const E*>(x), static_cast<E*>(y)});
        },
        x, y);
}

void averagePoolGradient(Queue& queue, Element element, const PoolWindows& w, const void* dy, void* dx,
                         Output output)
{
    withRowPacks(
        element, w.channels,
        [&]<typename E, int kWidth>() {
            mapPlaces(queue, AveragePoolGradientRule<E, kWidth>{w, static_cast<const E*>(dy),
                                                                static_cast<E*>(dx), output});
        },
        dy, dx);
}

} // namespace lockstep::cuda

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/kernels/scaled_add.cuh"

#include "engine/compute/cuda/kernels/dropout.cuh"
#include "engine/compute/cuda/kernels/kernels.h"
#include "engine/compute/cuda/kernels/launches.h"

namespace lockstep::cuda {

namespace {

template <int kWidth>
ScaleFactors<kWidth> factorsOf(const ScaledAdd& a)
{
    return {a.channelFactors, a.sampleFactors, a.pixels};
}

} // namespace

void stochasticDepthFactors(Queue& queue, const DropoutMask& mask, const StepBlock* step, int samples,
                            float* factors)
{
    launch(queue, elementGrid(samples),
           DepthFactors{mask, maskThreshold(mask.probability), step, samples, factors});
}

void scaledAdd(Queue& queue, Element element, const ScaledAdd& a)
{
    withRowPacks(
        element, a.channels,
        [&]<typename E, int kWidth>() {
            mapRows(queue,
                    ScaledAddRows<E, kWidth>{factorsOf<kWidth>(a), static_cast<const E*>(a.x),
                                             static_cast<const E*>(a.residual), static_cast<E*>(a.y)},
                    a.samples * a.pixels, a.channels);
        },
        a.x, a.residual, a.y);
}

void scaledAddGradient(Queue& queue, Element element, const ScaledAdd& a, const void* dy, void* dx,
                       Output output, float* factorGradient, Output ofFactors, void* scratch)
{
    const std::int64_t rows = a.samples * a.pixels;
    withRowPacks(
        element, a.channels,
        [&]<typename E, int kWidth>() {
            const auto factors = factorsOf<kWidth>(a);
            const auto* gradient = static_cast<const E*>(dy);
            if (factorGradient != nullptr)
                sumChannels(queue, FactorSums<E, kWidth>{factors, static_cast<const E*>(a.x), gradient},
                            KeepSums<1>{{factorGradient}, ofFactors}, rows, a.channels, scratch);
            mapRows(queue, ScaledAddGradientRows<E, kWidth>{factors, gradient, static_cast<E*>(dx), output},
                    rows, a.channels);
        },
        a.x, dy, dx);
}

void dropout(Queue& queue, Element element, const DropoutMask& mask, const StepBlock* step, const void* x,
             void* y, int samples, std::int64_t elements, Output output)
{
    withElement(element, [&]<typename E>() {
        const Dropout<E> kernel{mask,
                                maskThreshold(mask.probability),
                                step,
                                static_cast<const E*>(x),
                                static_cast<E*>(y),
                                samples,
                                elements,
                                output};
        launch(queue, elementGrid(samples * kernel.counters()), kernel);
    });
}

} // namespace lockstep::cuda

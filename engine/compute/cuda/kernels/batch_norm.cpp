// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/kernels/batch_norm.cuh"

#include "engine/compute/cuda/kernels/kernels.h"
#include "engine/compute/cuda/kernels/launches.h"

#include <algorithm>

namespace lockstep::cuda {

namespace {

KeepCoefficients keepCoefficients(const BatchNormLayer& layer, const BatchNormTensors& tensors,
                                  const BatchNormState& state)
{
    return {tensors.weight, layer.epsilon, state.center, state.inverse, state.scale};
}

/// What comes of the sums of `rows` rows.
NormStatistics statisticsOf(std::int64_t rows, const BatchNormLayer& layer, const BatchNormTensors& tensors,
                            const BatchNormState& state)
{
    return {keepCoefficients(layer, tensors, state),
            rows,
            layer.momentum,
            tensors.runningMean,
            tensors.runningVariance,
            tensors.batches};
}

template <typename E, int kWidth, MaskFrom kFrom>
MaskedGradient<E, kWidth, kFrom> maskedGradient(const NormGradient& n, const BatchNormTensors& tensors,
                                                const BatchNormState& state)
{
    return {static_cast<const E*>(n.dy),
            static_cast<const E*>(n.dy2),
            static_cast<const E*>(n.y),
            {state.center, state.scale, tensors.bias},
            n.clamp};
}

/// Calls `job.template operator()<E, width, from>()` with where this gradient's mask is to come from.
template <typename Job>
void withGradientPacks(Element element, const NormGradient& n, const Job& job, const void* result)
{
    withRowPacks(
        element, n.channels,
        [&]<typename E, int kWidth>() {
            if (n.clamp != Clamp::None && n.y == nullptr)
                job.template operator()<E, kWidth, MaskFrom::Input>();
            else
                job.template operator()<E, kWidth, MaskFrom::Output>();
        },
        n.x, n.dy, n.dy2, n.y, result);
}

template <typename E, int kWidth, Residual kResidual>
void launchNormalize(Queue& queue, const Normalize& n)
{
    mapRows(queue,
            NormalizeRows<E, kWidth, kResidual>{static_cast<const E*>(n.x), static_cast<const E*>(n.residual),
                                                static_cast<E*>(n.y), n.affine, n.residualAffine, n.clamp},
            n.rows, n.channels);
}

} // namespace

std::int64_t channelSumsScratch(std::int64_t rows, int channels)
{
    // Whatever the pack's width; two sums.
    std::int64_t parts = 0;
    for (int width : {1, 4, 8})
        parts = std::max(parts, sumTiles(rows, (channels + width - 1) / width).parts);
    return parts * channels * 2 * std::int64_t{sizeof(double)};
}

void batchNormStatistics(Queue& queue, Element element, const void* x, std::int64_t rows, int channels,
                         const BatchNormLayer& layer, const BatchNormTensors& tensors,
                         const BatchNormState& state, void* scratch)
{
    if (rows == 0)
        return batchNormFromRunning(queue, channels, layer, tensors, state);
    const NormStatistics finish = statisticsOf(rows, layer, tensors, state);
    withRowPacks(
        element, channels,
        [&]<typename E, int kWidth>() {
            sumChannels(queue, Moments<E, kWidth>{static_cast<const E*>(x)}, finish, rows, channels, scratch);
        },
        x);
}

void batchNormOfSums(Queue& queue, const float* totals, const float* squares, std::int64_t rows, int channels,
                     const BatchNormLayer& layer, const BatchNormTensors& tensors,
                     const BatchNormState& state)
{
    launch(queue, elementGrid(channels),
           SummedStatistics{statisticsOf(rows, layer, tensors, state), channels, totals, squares});
}

void batchNormFromRunning(Queue& queue, int channels, const BatchNormLayer& layer,
                          const BatchNormTensors& tensors, const BatchNormState& state)
{
    launch(queue, elementGrid(channels),
           RunningStatistics{keepCoefficients(layer, tensors, state), channels, tensors.runningMean,
                             tensors.runningVariance});
}

void normalize(Queue& queue, Element element, const Normalize& n)
{
    withRowPacks(
        element, n.channels,
        [&]<typename E, int kWidth>() {
            if (n.residual == nullptr)
                launchNormalize<E, kWidth, Residual::None>(queue, n);
            else if (n.residualAffine.center == nullptr)
                launchNormalize<E, kWidth, Residual::Plain>(queue, n);
            else
                launchNormalize<E, kWidth, Residual::Affine>(queue, n);
        },
        n.x, n.residual, n.y);
}

void batchNormGradientSums(Queue& queue, Element element, const NormGradient& n,
                           const BatchNormTensors& tensors, const BatchNormState& state,
                           const BatchNormSlopes& slopes, float* weightGradient, float* biasGradient,
                           Output output, void* scratch)
{
    const NormSlopes finish{n.rows,        state.inverse,  state.scale,  slopes.slope, slopes.xSlope,
                            slopes.offset, weightGradient, biasGradient, output};
    withGradientPacks(
        element, n,
        [&]<typename E, int kWidth, MaskFrom kFrom>() {
            sumChannels(queue,
                        NormGradientSums<E, kWidth, kFrom>{
                            maskedGradient<E, kWidth, kFrom>(n, tensors, state), static_cast<const E*>(n.x),
                            static_cast<E*>(n.masked), state.center},
                        finish, n.rows, n.channels, scratch);
        },
        n.masked);
}

void batchNormGradient(Queue& queue, Element element, const NormGradient& n, const BatchNormTensors& tensors,
                       const BatchNormState& state, const BatchNormSlopes& slopes, void* dx, Output output)
{
    NormGradient known = n;
    if (n.masked != nullptr) {
        known.dy = n.masked;
        known.dy2 = nullptr;
        known.clamp = Clamp::None;
    }
    withGradientPacks(
        element, known,
        [&]<typename E, int kWidth, MaskFrom kFrom>() {
            mapRows(
                queue,
                NormGradientRows<E, kWidth, kFrom>{maskedGradient<E, kWidth, kFrom>(known, tensors, state),
                                                   static_cast<const E*>(n.x),
                                                   static_cast<E*>(dx),
                                                   slopes.slope,
                                                   {state.center, slopes.xSlope, slopes.offset},
                                                   output},
                n.rows, n.channels);
        },
        dx);
}

} // namespace lockstep::cuda

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/kernels/layouts.cuh"

#include "engine/compute/cuda/kernels/kernels.h"
#include "engine/compute/cuda/kernels/weights.cuh"

#include <algorithm>

namespace lockstep::cuda {

namespace {

/// With so few channels a tile of Transpose would be mostly empty.
constexpr int kFewChannels = 8;

template <typename E>
void transpose(Queue& queue, const void* x, void* y, int samples, std::int64_t rows, std::int64_t columns,
               Output output)
{
    const Transpose<E, E> kernel{static_cast<const E*>(x), static_cast<E*>(y), rows, columns, output};
    launch(queue, kernel.grid(samples), kernel);
}

template <typename E>
ScaleBytes<E> scaleBytes(const std::uint8_t* x, const PixelScale& scale, void* y, std::int64_t elements)
{
    ScaleBytes<E> kernel{.x = x,
                         .y = static_cast<E*>(y),
                         .count = packedCount(elements, ScaleBytes<E>::kWidth, alignedForPacks(x, y)),
                         .channels = static_cast<int>(scale.channels),
                         .gain = {},
                         .offset = {}};
    std::copy(scale.gain.begin(), scale.gain.end(), kernel.gain);
    std::copy(scale.offset.begin(), scale.offset.end(), kernel.offset);
    return kernel;
}

} // namespace

void imagesToNhwc(Queue& queue, Element element, const float* x, void* y, int samples, int channels,
                  std::int64_t pixels)
{
    withElement(element, [&]<typename E>() {
        if (channels <= kFewChannels) {
            const std::int64_t all = samples * pixels;
            launch(queue, all == 0 ? Grid{0} : elementGrid(all),
                   InterleaveChannels<E>{x, static_cast<E*>(y), samples, channels, pixels});
            return;
        }
        const Transpose<float, E> kernel{x, static_cast<E*>(y), channels, pixels, Output::Overwrite};
        launch(queue, kernel.grid(samples), kernel);
    });
}

void scalePixels(Queue& queue, Element element, const std::uint8_t* x, const PixelScale& scale, void* y,
                 std::int64_t pixels)
{
    if (pixels == 0)
        return;
    withElement(element, [&]<typename E>() {
        const auto kernel = scaleBytes<E>(x, scale, y, pixels * static_cast<std::int64_t>(scale.channels));
        launch(queue, packGrid(kernel.count, kernel.kWidth), kernel);
    });
}

void nhwcToNchw(Queue& queue, Element element, const void* x, void* y, int samples, int channels,
                std::int64_t pixels)
{
    withElement(element, [&]<typename E>() {
        transpose<E>(queue, x, y, samples, pixels, channels, Output::Overwrite);
    });
}

void nchwToNhwc(Queue& queue, Element element, const void* x, void* y, int samples, int channels,
                std::int64_t pixels, Output output)
{
    withElement(element, [&]<typename E>() { transpose<E>(queue, x, y, samples, channels, pixels, output); });
}

void packWeights(Queue& queue, Element element, const WeightLayout* weights, const std::int64_t* starts,
                 int count, std::int64_t elements)
{
    if (elements == 0)
        return;
    withElement(element, [&]<typename E>() {
        using Kernel = PackWeights<E>;
        launch(queue, gridFor(elements, Kernel::kChunk), Kernel{weights, starts, count, elements});
    });
}

void unpackGradient(Queue& queue, Element packed, const WeightLayout& weight, Output output)
{
    withElement(packed, [&]<typename E>() {
        launch(queue, elementGrid(weight.elements()), UnpackGradient<E>{weight, output});
    });
}

} // namespace lockstep::cuda

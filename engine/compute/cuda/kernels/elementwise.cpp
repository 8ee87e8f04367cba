// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/kernels/elementwise.cuh"

#include "engine/compute/cuda/device/queue.h"
#include "engine/compute/cuda/kernels/kernels.h"

namespace lockstep::cuda {

namespace {

template <typename E, typename Rule>
void launchElementwise(Queue& queue, const Rule& rule, const void* a, const void* b, void* y, std::int64_t n,
                       Output output)
{
    if (n == 0)
        return;
    using Kernel = Elementwise<E, Rule>;
    const PackedCount count = packedCount(n, Kernel::kWidth, alignedForPacks(a, b, y));
    launch(
        queue, packGrid(count, Kernel::kWidth),
        Kernel{rule, static_cast<const E*>(a), static_cast<const E*>(b), static_cast<E*>(y), count, output});
}

template <typename Rule>
void mapElements(Queue& queue, Element element, const Rule& rule, const void* a, const void* b, void* y,
                 std::int64_t n, Output output)
{
    withElement(element, [&]<typename E>() { launchElementwise<E>(queue, rule, a, b, y, n, output); });
}

template <typename From, typename To>
void launchConvert(Queue& queue, const void* x, void* y, std::int64_t n)
{
    if constexpr (std::is_same_v<From, To>) {
        queue.copy(y, x, static_cast<std::size_t>(n) * sizeof(To));
    } else {
        using Kernel = Convert<From, To>;
        const PackedCount count = packedCount(n, Kernel::kWidth, alignedForPacks(x, y));
        launch(queue, packGrid(count, Kernel::kWidth),
               Kernel{static_cast<const From*>(x), static_cast<To*>(y), count});
    }
}

} // namespace

void convert(Queue& queue, Element from, const void* x, Element to, void* y, std::int64_t n)
{
    if (n == 0)
        return;
    withElement(from, [&]<typename From>() {
        withElement(to, [&]<typename To>() { launchConvert<From, To>(queue, x, y, n); });
    });
}

void activate(Queue& queue, Element element, Activation function, const void* x, void* y, std::int64_t n)
{
    mapElements(queue, element, Activate{function}, x, nullptr, y, n, Output::Overwrite);
}

void activationGradient(Queue& queue, Element element, Activation function, const void* known, const void* dy,
                        void* dx, std::int64_t n, Output output)
{
    mapElements(queue, element, ActivationGradient{function}, known, dy, dx, n, output);
}

void add(Queue& queue, Element element, const void* a, const void* b, void* y, std::int64_t n, Clamp clamp)
{
    mapElements(queue, element, ClampedSum{clamp}, a, b, y, n, Output::Overwrite);
}

void clampGradient(Queue& queue, Element element, const void* y, const void* dy, void* dx, std::int64_t n,
                   Clamp clamp, Output output)
{
    mapElements(queue, element, ClampGradient{clamp}, y, dy, dx, n, output);
}

void accumulate(Queue& queue, Element element, const void* x, void* y, std::int64_t n)
{
    add(queue, element, x, y, y, n, Clamp::None);
}

} // namespace lockstep::cuda

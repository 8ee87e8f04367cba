// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/kernels/elements.h"
#include "engine/compute/cuda/kernels/walks.h"
#include "engine/compute/cuda/kernels/weight_layout.h"

namespace lockstep::cuda {

/// Many weights at once, in chunks of all their elements in a row; written in order.
template <typename E>
struct PackWeights {
    static constexpr int kThreads = kBlockThreads;
    static constexpr std::int64_t kChunk = 2048;
    struct Shared {};
    const WeightLayout* weights;
    const std::int64_t* starts;
    int count;
    std::int64_t elements;

    template <typename Block>
    LOCKSTEP_HOST_DEVICE void operator()(Block& block, Shared&) const
    {
        block.each([&](int thread) {
            for (std::int64_t chunk = block.index() * kChunk; chunk < elements;
                 chunk += block.blocks() * kChunk) {
                const std::int64_t end = chunk + kChunk < elements ? chunk + kChunk : elements;
                int weight = weightOf(chunk);
                for (std::int64_t i = chunk + thread; i < end; i += kThreads) {
                    while (i >= starts[weight + 1])
                        ++weight;
                    pack(weights[weight], i - starts[weight]);
                }
            }
        });
    }

private:
    /// The last one that begins at or before the element: those before may be empty.
    LOCKSTEP_HOST_DEVICE int weightOf(std::int64_t element) const
    {
        int first = 0;
        int last = count - 1;
        while (first < last) {
            const int middle = (first + last + 1) / 2;
            if (starts[middle] <= element)
                first = middle;
            else
                last = middle - 1;
        }
        return first;
    }
    /// {outer, taps, inner}, element i.
    LOCKSTEP_HOST_DEVICE static void pack(const WeightLayout& w, std::int64_t i)
    {
        const Quotient along = divided(i, w.inner);
        const Quotient taps = divided(along.whole, w.taps);
        store(static_cast<E*>(w.packed)[i],
              w.plain[(taps.whole * w.inner + along.rest) * w.taps + taps.rest]);
    }
};

/// Back, for a gradient; written in order.
template <typename E>
struct UnpackGradient {
    static constexpr int kThreads = kBlockThreads;
    struct Shared {};
    WeightLayout weight;
    Output output;

    template <typename Block>
    LOCKSTEP_HOST_DEVICE void operator()(Block& block, Shared&) const
    {
        forElements(block, weight.elements(), [&](std::int64_t i) {
            const Quotient taps = divided(i, weight.taps);
            const Quotient inner = divided(taps.whole, weight.inner);
            const std::int64_t at = (inner.whole * weight.taps + taps.rest) * weight.inner + inner.rest;
            putOne(output, weight.plain[i], toFloat(static_cast<const E*>(weight.packed)[at]));
        });
    }
};

} // namespace lockstep::cuda

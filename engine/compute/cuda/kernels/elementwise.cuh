// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/kernels/activations.h"
#include "engine/compute/cuda/kernels/elements.h"
#include "engine/compute/cuda/kernels/walks.h"

namespace lockstep::cuda {

/// Rounds from one element type to another.
template <typename From, typename To>
struct Convert {
    static constexpr int kThreads = kBlockThreads;
    static constexpr int kWidth = 4;
    struct Shared {};
    const From* x;
    To* y;
    PackedCount count;

    template <typename Block>
    LOCKSTEP_HOST_DEVICE void operator()(Block& block, Shared&) const
    {
        forPacks<kWidth>(block, count,
                         [&]<int kAtOnce>(std::int64_t i) { store<kAtOnce>(y + i, load<kAtOnce>(x + i)); });
    }
};

/// y = rule(a, b), element by element.
template <typename E, typename Rule>
struct Elementwise {
    static constexpr int kThreads = kBlockThreads;
    static constexpr int kWidth = kPackWidth<E>;
    struct Shared {};
    Rule rule;
    const E* a;
    const E* b; ///< not read where the rule takes one
    E* y;
    PackedCount count;
    Output output;

    template <typename Block>
    LOCKSTEP_HOST_DEVICE void operator()(Block& block, Shared&) const
    {
        forPacks<kWidth>(block, count, [&]<int kAtOnce>(std::int64_t i) {
            const Floats<kAtOnce> first = load<kAtOnce>(a + i);
            Floats<kAtOnce> result;
            if constexpr (Rule::kInputs == 2) {
                const Floats<kAtOnce> second = load<kAtOnce>(b + i);
                for (int k = 0; k < kAtOnce; ++k)
                    result[k] = rule(first[k], second[k]);
            } else {
                for (int k = 0; k < kAtOnce; ++k)
                    result[k] = rule(first[k]);
            }
            put<kAtOnce>(output, y + i, result);
        });
    }
};

struct Activate {
    static constexpr int kInputs = 1;
    Activation function;
    LOCKSTEP_HOST_DEVICE float operator()(float x) const { return activated(function, x); }
};

struct ActivationGradient {
    static constexpr int kInputs = 2;
    Activation function;
    LOCKSTEP_HOST_DEVICE float operator()(float known, float dy) const
    {
        return throughActivation(function, known, dy);
    }
};

struct ClampedSum {
    static constexpr int kInputs = 2;
    Clamp clamp;
    LOCKSTEP_HOST_DEVICE float operator()(float a, float b) const { return clamped(clamp, a + b); }
};

struct ClampGradient {
    static constexpr int kInputs = 2;
    Clamp clamp;
    LOCKSTEP_HOST_DEVICE float operator()(float y, float dy) const { return throughClamp(clamp, y, dy); }
};

} // namespace lockstep::cuda

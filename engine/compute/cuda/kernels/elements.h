// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/kernel_arguments.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cstdint>

/// The types that activations are stored in, and what is computed with them: f32, rounded to nearest even
/// when it is stored.
namespace lockstep::cuda {

using Bfloat16 = __nv_bfloat16;
using Float16 = __half;

LOCKSTEP_HOST_DEVICE inline float toFloat(float x)
{
    return x;
}
LOCKSTEP_HOST_DEVICE inline float toFloat(Bfloat16 x)
{
    return __bfloat162float(x);
}
LOCKSTEP_HOST_DEVICE inline float toFloat(Float16 x)
{
    return __half2float(x);
}

LOCKSTEP_HOST_DEVICE inline void store(float& to, float x)
{
    to = x;
}
LOCKSTEP_HOST_DEVICE inline void store(Bfloat16& to, float x)
{
    to = __float2bfloat16_rn(x);
}
LOCKSTEP_HOST_DEVICE inline void store(Float16& to, float x)
{
    to = __float2half_rn(x);
}

/// As it is read again once it was stored.
template <typename E>
LOCKSTEP_HOST_DEVICE float rounded(float x)
{
    E stored;
    store(stored, x);
    return toFloat(stored);
}

/// Neighbouring elements, loaded and stored at once.
template <typename E, int kWidth>
struct alignas(kWidth * sizeof(E)) Pack {
    E values[kWidth];
};

/// The most elements that a thread loads at once: 16 bytes of them.
template <typename E>
inline constexpr int kPackWidth = static_cast<int>(16 / sizeof(E));

/// What a thread computes with: as many numbers as it loads elements.
template <int kWidth>
struct Floats {
    float values[kWidth] = {};
    LOCKSTEP_HOST_DEVICE float& operator[](int k) { return values[k]; }
    LOCKSTEP_HOST_DEVICE const float& operator[](int k) const { return values[k]; }
};

/// `at` is a multiple of the pack's size.
template <int kWidth, typename E>
LOCKSTEP_HOST_DEVICE Floats<kWidth> load(const E* at)
{
    const auto pack = *reinterpret_cast<const Pack<E, kWidth>*>(at);
    Floats<kWidth> floats;
    for (int k = 0; k < kWidth; ++k)
        floats[k] = toFloat(pack.values[k]);
    return floats;
}

template <int kWidth, typename E>
LOCKSTEP_HOST_DEVICE void store(E* at, const Floats<kWidth>& floats)
{
    Pack<E, kWidth> pack;
    for (int k = 0; k < kWidth; ++k)
        store(pack.values[k], floats[k]);
    *reinterpret_cast<Pack<E, kWidth>*>(at) = pack;
}

template <int kWidth, typename E>
LOCKSTEP_HOST_DEVICE void put(Output output, E* at, Floats<kWidth> floats)
{
    if (output == Output::Add) {
        const Floats<kWidth> there = load<kWidth>(at);
        for (int k = 0; k < kWidth; ++k)
            floats[k] = there[k] + floats[k];
    }
    store<kWidth>(at, floats);
}

template <typename E>
LOCKSTEP_HOST_DEVICE void putOne(Output output, E& to, float value)
{
    store(to, output == Output::Add ? toFloat(to) + value : value);
}

/// Coefficients of neighbouring channels, of any alignment.
template <int kWidth>
LOCKSTEP_HOST_DEVICE Floats<kWidth> loadEach(const float* at)
{
    Floats<kWidth> floats;
    for (int k = 0; k < kWidth; ++k)
        floats[k] = at[k];
    return floats;
}

/// Whether all of these begin at a multiple of 16 bytes.
template <typename... Pointers>
bool alignedForPacks(Pointers... pointers)
{
    return (... && (reinterpret_cast<std::uintptr_t>(pointers) % 16 == 0));
}

/// NaN stays.
LOCKSTEP_HOST_DEVICE inline float clamped(Clamp clamp, float value)
{
    if (clamp != Clamp::None)
        value = 0.0f > value ? 0.0f : value;
    return clamp == Clamp::Relu6 && 6.0f < value ? 6.0f : value;
}

/// The gradient where the clamp's output is inside.
LOCKSTEP_HOST_DEVICE inline float throughClamp(Clamp clamp, float output, float gradient)
{
    if (clamp != Clamp::None && !(output > 0.0f))
        return 0.0f;
    return clamp == Clamp::Relu6 && !(6.0f > output) ? 0.0f : gradient;
}

/// Calls `job.template operator()<T>()` with the element's type.
template <typename Job>
void withElement(Element element, const Job& job)
{
    switch (element) {
    case Element::Float32:
        return job.template operator()<float>();
    case Element::Bfloat16:
        return job.template operator()<Bfloat16>();
    case Element::Float16:
        return job.template operator()<Float16>();
    }
}

} // namespace lockstep::cuda

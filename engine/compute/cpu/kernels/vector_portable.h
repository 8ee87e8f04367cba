// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cpu/bfloat16.h"

#include <cmath>
#include <cstring>

/// "Vectors" of one lane: the kernels for processors without AVX2. Only nhwc_kernels_portable.cpp includes
/// this.
namespace lockstep {
namespace {

using Vector = float;
using Mask = bool;
inline constexpr int kLanes = 1;
inline constexpr const char* kKernelName = "portable";

inline Vector load(const float* at)
{
    return *at;
}
inline Vector load(const Bfloat16* at)
{
    return toFloat(*at);
}
inline Vector loadBytes(const std::uint8_t* at)
{
    return static_cast<float>(*at);
}
/// Rounded, whatever is added to it: the file is compiled without fused multiply-adds.
inline Vector product(Vector a, Vector b)
{
    return a * b;
}
inline void store(float* at, Vector value)
{
    *at = value;
}
inline void store(Bfloat16* at, Vector value)
{
    *at = toBfloat16(value);
}
template <typename E>
inline Vector loadFirst(const E* at, int)
{
    return load(at);
}
template <typename E>
inline void storeFirst(E* at, Vector value, int)
{
    store(at, value);
}
/// Lanes whose byte is the value.
inline Mask equalBytes(const std::uint8_t* at, int value)
{
    return *at == value;
}
inline void storeBytes(std::uint8_t* at, Vector value)
{
    *at = static_cast<std::uint8_t>(value);
}
inline Mask equalFirstBytes(const std::uint8_t* at, int value, int)
{
    return *at == value;
}
inline void storeFirstBytes(std::uint8_t* at, Vector value, int)
{
    storeBytes(at, value);
}
inline Vector broadcast(float value)
{
    return value;
}
inline Vector multiplyAdd(Vector a, Vector b, Vector c)
{
    return a * b + c;
}
/// Where one is NaN: b.
inline Vector maximum(Vector a, Vector b)
{
    return a > b ? a : b;
}
inline Vector minimum(Vector a, Vector b)
{
    return a < b ? a : b;
}
inline Vector absolute(Vector a)
{
    return std::fabs(a);
}
inline Mask greater(Vector a, Vector b)
{
    return a > b;
}
inline Mask isNan(Vector a)
{
    return a != a;
}
inline Mask either(Mask a, Mask b)
{
    return a || b;
}
inline Vector select(Mask mask, Vector yes, Vector no)
{
    return mask ? yes : no;
}
inline Vector keep(Mask mask, Vector value)
{
    return mask ? value : 0.0f;
}
inline Vector roundToWhole(Vector a)
{
    return std::nearbyint(a);
}
/// 2^n for whole n within the exponent's range.
inline Vector powerOfTwo(Vector n)
{
    return std::bit_cast<float>(static_cast<std::uint32_t>(static_cast<int>(n) + 127) << 23);
}
/// Zero in the other lanes.
inline Vector firstOf(Vector value, int)
{
    return value;
}
inline float sum(Vector a)
{
    return a;
}
inline void addTo(double* sums, Vector value)
{
    *sums += static_cast<double>(value);
}

} // namespace
} // namespace lockstep

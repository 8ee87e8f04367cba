// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Included after one nhwc_vector_*.h, which defines Vector and its operations for one instruction set.
#include "engine/compute/cpu/kernels/kernels.h"

/// How kernels walk over rows and channels.
namespace lockstep {
namespace {

/// G whole vectors of neighbouring channels.
template <int G>
struct Whole {
    static constexpr int vectors = G;

    template <typename E>
    Vector load(const E* at, int g) const
    {
        return lockstep::load(at + g * kLanes);
    }
    template <typename E>
    void store(E* at, Vector value, int g) const
    {
        lockstep::store(at + g * kLanes, value);
    }
    Vector only(Vector value) const { return value; }
    Mask equalBytes(const std::uint8_t* at, int value, int g) const
    {
        return lockstep::equalBytes(at + g * kLanes, value);
    }
    void storeBytes(std::uint8_t* at, Vector value, int g) const
    {
        lockstep::storeBytes(at + g * kLanes, value);
    }
    void addTo(double* sums, Vector value, int g) const { lockstep::addTo(sums + g * kLanes, value); }
};

/// The last channels, fewer than a vector has lanes.
struct Rest {
    static constexpr int vectors = 1;
    int count = 0;

    template <typename E>
    Vector load(const E* at, int) const
    {
        return loadFirst(at, count);
    }
    template <typename E>
    void store(E* at, Vector value, int) const
    {
        storeFirst(at, value, count);
    }
    /// Zero in the lanes beyond the channels.
    Vector only(Vector value) const { return firstOf(value, count); }
    Mask equalBytes(const std::uint8_t* at, int value, int) const
    {
        return equalFirstBytes(at, value, count);
    }
    void storeBytes(std::uint8_t* at, Vector value, int) const { storeFirstBytes(at, value, count); }
    void addTo(double* sums, Vector value, int) const
    {
        float values[kLanes];
        lockstep::store(values, value);
        for (int i = 0; i < count; ++i)
            sums[i] += static_cast<double>(values[i]);
    }
};

/// body(first channel, Whole or Rest) over all channels, up to four vectors at a time.
template <typename Body>
inline void forChannels(int channels, const Body& body)
{
    int c = 0;
    for (; c + 4 * kLanes <= channels; c += 4 * kLanes)
        body(c, Whole<4>{});
    for (; c + kLanes <= channels; c += kLanes)
        body(c, Whole<1>{});
    if (c < channels)
        body(c, Rest{channels - c});
}

/// body(from row, to row, first channel, Whole or Rest): blocks of rows that stay in the first cache while
/// their channels are walked over, so that coefficients stay in registers and memory is read in order.
template <typename Body>
inline void forTiles(std::int64_t rows, int channels, const Body& body)
{
    const std::int64_t fitting = 4096 / channels;
    const std::int64_t step = fitting < 16 ? 16 : fitting > 128 ? 128 : fitting;
    for (std::int64_t row = 0; row < rows; row += step) {
        const std::int64_t end = row + step < rows ? row + step : rows;
        forChannels(channels, [&](int c, auto part) { body(row, end, c, part); });
    }
}

/// body(place, Whole or Rest) over n elements.
template <typename Body>
inline void forElements(std::int64_t n, const Body& body)
{
    std::int64_t i = 0;
    for (; i + kLanes <= n; i += kLanes)
        body(i, Whole<1>{});
    if (i < n)
        body(i, Rest{static_cast<int>(n - i)});
}

inline Vector clamped(Clamp clamp, Vector value)
{
    // maximum and minimum return their second argument where one is NaN: NaN stays.
    if (clamp != Clamp::None)
        value = maximum(broadcast(0.0f), value);
    return clamp == Clamp::Relu6 ? minimum(broadcast(6.0f), value) : value;
}

/// The gradient where the clamp's output is inside.
inline Vector throughClamp(Clamp clamp, Vector output, Vector gradient)
{
    if (clamp != Clamp::None)
        gradient = keep(greater(output, broadcast(0.0f)), gradient);
    return clamp == Clamp::Relu6 ? keep(greater(broadcast(6.0f), output), gradient) : gradient;
}

template <typename E, typename Part>
inline void put(Output output, const Part& part, E* at, Vector value, int g = 0)
{
    part.store(at, output == Output::Add ? part.load(at, g) + value : value, g);
}

} // namespace
} // namespace lockstep

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/core/random.h"
#include "engine/graph/initializers.h"

#include <algorithm>
#include <cmath>

// Built with -ffp-contract=off: a fused multiply-add would give other numbers on other processors.
namespace lockstep {

namespace {

// torch.nn.init.trunc_normal_ cuts at these values themselves, not at so many deviations.
constexpr float kTruncation = 2;

/// Natural logarithm of a positive number, within 2e-16: m 2^e with m about 1, and
/// log m = 2 artanh z = 2 (z + z^3 / 3 + z^5 / 5 + ...), z = (m - 1) / (m + 1), |z| < 0.172.
double logarithm(double value)
{
    int exponent = 0;
    double mantissa = std::frexp(value, &exponent);
    if (mantissa < 0.70710678118654752) {
        mantissa *= 2;
        --exponent;
    }
    const double z = (mantissa - 1) / (mantissa + 1);
    const double square = z * z;
    double series = 0;
    for (int power = 19; power >= 1; power -= 2)
        series = series * square + 1.0 / power;
    constexpr double kLogOf2 = 0.69314718055994531;
    return exponent * kLogOf2 + 2 * z * series;
}

/// Normal numbers by the polar method [Marsaglia and Bray 1964], two from each accepted point of the unit
/// disc.
class NormalNumbers {
public:
    explicit NormalNumbers(Random& random) : m_random(random) {}

    double next()
    {
        m_spareIsNew = !m_spareIsNew;
        if (!m_spareIsNew)
            return m_spare;
        for (;;) {
            const double x = coordinate();
            const double y = coordinate();
            const double square = x * x + y * y;
            if (square >= 1)
                continue;
            const double factor = std::sqrt(-2 * logarithm(square) / square);
            m_spare = y * factor;
            return x * factor;
        }
    }

private:
    /// Odd multiples of 2^-32 in (-1, 1): never 0.
    double coordinate() { return (static_cast<double>(m_random.next()) + 0.5) * 0x1p-31 - 1; }

    Random& m_random;
    double m_spare = 0;
    bool m_spareIsNew = false;
};

} // namespace

void fillInitially(std::span<float> values, const Initializer& initial, Random& random)
{
    const auto scale = static_cast<float>(initial.scale);
    NormalNumbers numbers(random);
    switch (initial.kind) {
    case Initializer::Kind::Constant:
        std::fill(values.begin(), values.end(), scale);
        return;
    case Initializer::Kind::Uniform:
        for (float& value : values)
            value = random.uniform(-scale, scale);
        return;
    case Initializer::Kind::Normal:
        for (float& value : values)
            value = static_cast<float>(initial.scale * numbers.next());
        return;
    case Initializer::Kind::TruncatedNormal:
        for (float& value : values)
            do
                value = static_cast<float>(initial.scale * numbers.next());
            while (std::fabs(value) > kTruncation);
        return;
    }
}

} // namespace lockstep

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/core/portable_math.h"

#include <numbers>

namespace lockstep {

double power(double base, std::int64_t exponent)
{
    double result = 1;
    for (; exponent > 0; exponent >>= 1, base *= base)
        if (exponent & 1)
            result *= base;
    return result;
}

double cosineOfHalfTurns(double x)
{
    if (x > 0.5)
        return -cosineOfHalfTurns(1 - x);
    // The series of cos y up to y^22; what is left out is below 1e-19 for y <= pi/2.
    const double square = (std::numbers::pi * x) * (std::numbers::pi * x);
    double sum = 1;
    for (int n = 22; n >= 2; n -= 2)
        sum = 1 - sum * square / (n * (n - 1));
    return sum;
}

double exponential(double x)
{
    // x + x^2/2 + ... + x^20/20!, whose rounding hardly shows in the sum with 1; what is left out is below
    // 2e-20.
    double rest = 0;
    for (int n = 20; n >= 1; --n)
        rest = x / n * (1 + rest);
    return 1 + rest;
}

} // namespace lockstep

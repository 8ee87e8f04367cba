// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// Functions of which every host makes the same bits: the C library's pow, exp and cos choose by the
/// processor, and change with its version.
namespace lockstep {

/// base^exponent, exponent >= 0.
double power(double base, std::int64_t exponent);

/// cos(pi x) for x in [0, 1]; within 1e-15.
double cosineOfHalfTurns(double x);

/// e^x for x in [-1, 1]; within 5e-16 of it, relatively.
double exponential(double x);

} // namespace lockstep

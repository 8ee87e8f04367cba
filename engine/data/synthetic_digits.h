// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/data/dataset.h"
#include "engine/data/normalisation.h"

#include <array>
#include <cstdint>

namespace lockstep {

inline constexpr int kDigitSide = 28;
using DigitImage = std::array<std::uint8_t, kDigitSide * kDigitSide>;

/// One hand-drawn-looking digit: strokes bent, slanted, scaled, moved and drawn with a pen of changing width,
/// then noise. `number` picks the drawing; the same seed and number give the same bytes on every host.
DigitImage drawDigit(int digit, std::uint64_t seed, std::uint64_t number);

/// The data set "synthetic digits": 12,000 training and 2,000 validation images, the ten digits equally
/// often.
DataSplits makeSyntheticDigits(std::uint64_t seed, const Normalisation& normalisation = {});

} // namespace lockstep

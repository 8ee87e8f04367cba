// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/checkpoint/loaded_tensor.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace lockstep {

/// Over the finite values of a tensor; sums in f64.
struct TensorStatistics {
    double norm = 0;            ///< L2
    std::optional<double> mean; ///< none when no value is finite, as the two below
    std::optional<float> least;
    std::optional<float> largest;
    std::int64_t nans = 0;
    std::int64_t infinities = 0;
};
TensorStatistics statisticsOf(std::span<const float> values);

/// How many of the finite values lie in each of so many equal parts of [least, largest]: those from the lower
/// edge of a part up to, but without, its upper edge, which the last part has too. Where both ends are equal,
/// half a unit is added on each side. As numpy.histogram of doubles.
/// REQUIRES: finite ends that hold all finite values, bins > 0.
std::vector<std::int64_t> histogramOf(std::span<const float> values, double least, double largest,
                                      std::size_t bins);

} // namespace lockstep

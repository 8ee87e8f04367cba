// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/experiment.h"

#include <optional>
#include <string_view>

namespace lockstep {

/// How quickly a rank trains.
struct ComputeRate {
    double flopsPerSecond = 0; ///< multiplications and additions, forward and backward
    double uncertainty = 0;    ///< as a fraction of the time that a step computes
    bool isAssumed = false;    ///< nothing is known of the device
    bool operator==(const ComputeRate&) const = default;
};

/// What a rate of the tables may be off by: models, batches and coolers differ.
inline constexpr double kTableUncertainty = 0.4;

/// The best instructions that a processor has for products of matrices.
enum class VectorUnit { Unknown, Avx2, Avx512, Amx };

/// Of `cores` cores of a processor, all of which train one rank; >= 1, or a part of one.
ComputeRate processorRate(double cores, VectorUnit unit, Precision precision);
/// Of a GPU by its name, as drivers and people write it ("NVIDIA GeForce RTX 3080"); nothing for a name that
/// the table has not.
std::optional<ComputeRate> gpuRate(std::string_view name, Precision precision, bool tf32);
/// Of one of which nothing is known.
ComputeRate unknownGpuRate();

} // namespace lockstep

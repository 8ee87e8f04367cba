// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/gpu_state.h"

#include <QString>
#include <optional>

namespace lockstep {

/// What a GPU does, in numbers for people; a dash where its driver does not tell.
QString gpuLoadText(const GpuState& gpu);                                             ///< "97 %"
QString gpuMemoryText(const GpuState& gpu, const std::optional<double>& memoryBytes); ///< "6.2 of 10.0 GiB"
QString gpuTemperatureText(const GpuState& gpu);                                      ///< "64 °C"
QString gpuPowerText(const GpuState& gpu);                                            ///< "213 W"
/// Its clocks, and what holds them back, a line each; empty where nothing is known.
QString gpuClockText(const GpuState& gpu);
/// "1.4 GiB".
QString memoryText(double bytes);

} // namespace lockstep

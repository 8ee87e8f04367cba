// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/forecast/compute_rate.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

namespace lockstep {

namespace {

constexpr double kGiga = 1e9;
constexpr double kTera = 1e12;

/// What the engine makes of a core in training ResNet-18, in GFLOP/s.
struct CoreRate {
    VectorUnit unit;
    double single;
    double half; ///< bf16
};
constexpr std::array kCoreRates = {CoreRate{VectorUnit::Unknown, 40, 40}, CoreRate{VectorUnit::Avx2, 60, 60},
                                   CoreRate{VectorUnit::Avx512, 120, 120},
                                   CoreRate{VectorUnit::Amx, 150, 480}};

/// Peaks of its maker's data sheet, TFLOP/s.
struct GpuPeak {
    std::string_view name; ///< in small letters, without blanks
    double single;
    double half; ///< tensor cores with sums in f32, without sparsity; `single` where there are none
};
/// Longer names before those that they contain.
constexpr std::array kGpuPeaks = {
    GpuPeak{"1080ti", 11.3, 11.3}, GpuPeak{"2080ti", 13.4, 53.8}, GpuPeak{"3070ti", 21.7, 43.5},
    GpuPeak{"3080ti", 34.1, 68.2}, GpuPeak{"3090ti", 40, 80},     GpuPeak{"4070ti", 40.1, 80.2},
    GpuPeak{"1060", 4.4, 4.4},     GpuPeak{"1070", 6.5, 6.5},     GpuPeak{"1080", 8.9, 8.9},
    GpuPeak{"2060", 6.5, 25.8},    GpuPeak{"2070", 7.5, 29.9},    GpuPeak{"2080", 10.1, 40.3},
    GpuPeak{"3060", 12.7, 25.5},   GpuPeak{"3070", 20.3, 40.6},   GpuPeak{"3080", 29.8, 59.5},
    GpuPeak{"3090", 35.6, 71},     GpuPeak{"4060", 15.1, 30.2},   GpuPeak{"4070", 29.1, 58.3},
    GpuPeak{"4080", 48.7, 97.5},   GpuPeak{"4090", 82.6, 165.2},  GpuPeak{"titanv", 13.8, 110},
    GpuPeak{"teslat4", 8.1, 65},   GpuPeak{"p100", 9.3, 18.7},    GpuPeak{"v100", 15.7, 125},
    GpuPeak{"a100", 19.5, 312},    GpuPeak{"h100", 67, 989},      GpuPeak{"h200", 67, 989},
    GpuPeak{"l40", 90.5, 181},     GpuPeak{"a10", 31.2, 125},     GpuPeak{"t4", 8.1, 65}};
/// What training reaches of a peak: memory holds back all layers but the largest.
constexpr double kReached = 0.25;
/// Middle of the table's lower half: what a lab has.
constexpr double kUnknownPeak = 12;

std::string squeezed(std::string_view name)
{
    std::string text;
    for (const char c : name) {
        if (c != ' ' && c != '-')
            text += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    return text;
}

} // namespace

ComputeRate processorRate(double cores, VectorUnit unit, Precision precision)
{
    const auto* row = std::find_if(kCoreRates.begin(), kCoreRates.end(),
                                   [&](const CoreRate& each) { return each.unit == unit; });
    const double rate = precision == Precision::Float32 ? row->single : row->half;
    return {rate * kGiga * cores, kTableUncertainty, unit == VectorUnit::Unknown};
}

std::optional<ComputeRate> gpuRate(std::string_view name, Precision precision, bool tf32)
{
    const std::string wanted = squeezed(name);
    const auto* row = std::find_if(kGpuPeaks.begin(), kGpuPeaks.end(), [&](const GpuPeak& each) {
        return wanted.find(each.name) != std::string::npos;
    });
    if (row == kGpuPeaks.end())
        return std::nullopt;
    double peak = precision == Precision::Float32 ? row->single : row->half;
    if (tf32 && precision == Precision::Float32)
        peak = std::max(peak, row->half / 2);
    return ComputeRate{peak * kTera * kReached, kTableUncertainty, false};
}

ComputeRate unknownGpuRate()
{
    return {kUnknownPeak * kTera * kReached, kTableUncertainty, true};
}

} // namespace lockstep

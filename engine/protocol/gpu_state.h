// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

namespace lockstep {

/// What a GPU is doing, all that run on it included. What its driver does not tell stays without a value.
struct GpuState {
    std::optional<double> busy{};      ///< fraction of the last moments in which it computed, 0 ... 1
    std::optional<double> usedBytes{}; ///< of its memory
    std::optional<double> temperatureCelsius{}; ///< of the chip
    std::optional<double> powerWatts{};         ///< of the whole card
    std::optional<double> clockMhz{};           ///< of its multiprocessors
    std::optional<double> memoryClockMhz{};
    /// Why it is clocked lower than it could be: words of throttle::, with blanks between them; kNone:
    /// nothing holds it back. Empty where its driver does not tell.
    std::string throttle{};
    bool operator==(const GpuState&) const = default;
};

/// The words of GpuState::throttle.
namespace throttle {
inline constexpr const char* kNone = "none";
inline constexpr const char* kPowerCap = "power-cap";     ///< it draws as much as it is allowed
inline constexpr const char* kHeat = "heat";              ///< it is as hot as it may be
inline constexpr const char* kPowerBrake = "power-brake"; ///< the machine's power supply asks for it
inline constexpr const char* kHardware = "hardware";      ///< a protection of the card, of whatever cause
inline constexpr const char* kSetting = "setting";        ///< somebody set its clocks
inline constexpr const char* kSync = "sync";              ///< it keeps the pace of other GPUs
} // namespace throttle

} // namespace lockstep

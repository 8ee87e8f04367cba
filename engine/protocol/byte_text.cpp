// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/byte_text.h"

#include <array>
#include <charconv>
#include <cstddef>

namespace lockstep {

std::string byteText(std::int64_t bytes)
{
    static constexpr std::array kUnits{" B", " KiB", " MiB", " GiB", " TiB"};
    constexpr double kBase = 1024;
    constexpr double kNearlyNext = kBase * 0.9995; // what would be rounded to the next unit
    std::size_t unit = 0;
    auto count = static_cast<double>(bytes);
    while (unit + 1 < kUnits.size() && count >= kNearlyNext) {
        count /= kBase;
        ++unit;
    }
    const int decimals = unit == 0 || count >= 99.95 ? 0 : count >= 9.995 ? 1 : 2;
    std::array<char, 64> text{};
    // Of no locale: the engine has none, and both are to say the same.
    const auto end =
        std::to_chars(text.data(), text.data() + text.size(), count, std::chars_format::fixed, decimals);
    return std::string(text.data(), end.ptr) + kUnits[unit];
}

} // namespace lockstep

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdio>
#include <string>

namespace lockstep {

/// For lines that people read. `format` is printf's, for one double.
inline std::string shortNumber(double value, const char* format = "%.7g")
{
    std::array<char, 40> text{};
    std::snprintf(text.data(), text.size(), format, value);
    return text.data();
}

/// "4 min", "50 s": nobody needs it finer.
inline std::string roughDuration(double seconds)
{
    return seconds >= 90 ? shortNumber(seconds / 60, "%.0f") + " min" : shortNumber(seconds, "%.0f") + " s";
}

} // namespace lockstep

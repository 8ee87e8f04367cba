// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/printable.h"

namespace lockstep {

std::string printableTail(std::string_view text)
{
    constexpr std::size_t kLongest = 400;
    std::string line;
    for (const unsigned char c : text) {
        const bool printable = c > ' ' && c < 0x7f;
        if (printable)
            line += static_cast<char>(c);
        else if (!line.empty() && line.back() != ' ')
            line += ' ';
    }
    if (!line.empty() && line.back() == ' ')
        line.pop_back();
    return line.size() > kLongest ? "..." + line.substr(line.size() - kLongest + 3) : line;
}

} // namespace lockstep

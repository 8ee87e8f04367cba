// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/core/key_lines.h"

#include <sstream>

namespace lockstep {
namespace {

std::string trimmed(std::string_view text)
{
    const auto begin = text.find_first_not_of(" \t\"");
    if (begin == std::string_view::npos)
        return {};
    return std::string(text.substr(begin, text.find_last_not_of(" \t\"\r") - begin + 1));
}

} // namespace

std::string valueOfLine(std::string_view text, std::string_view key, char separator)
{
    std::istringstream lines{std::string(text)};
    for (std::string line; std::getline(lines, line);) {
        const auto at = line.find(separator);
        if (at != std::string::npos && trimmed(line.substr(0, at)) == key)
            return trimmed(std::string_view(line).substr(at + 1));
    }
    return {};
}

} // namespace lockstep

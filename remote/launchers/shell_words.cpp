// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/launchers/shell_words.h"

#include <algorithm>

namespace lockstep {

namespace {

/// Letters beyond ASCII could be blanks in a person's locale.
bool isPlain(char c)
{
    constexpr std::string_view kHarmless = "@%_+=:,./-";
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           kHarmless.find(c) != std::string_view::npos;
}

} // namespace

std::string shellWord(std::string_view word)
{
    if (!word.empty() && std::ranges::all_of(word, isPlain))
        return std::string(word);
    std::string quoted = "'";
    for (const char c : word)
        quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + "'";
}

std::string shellCommand(const std::vector<std::string>& words)
{
    std::string line;
    for (const std::string& word : words)
        line += (line.empty() ? "" : " ") + shellWord(word);
    return line;
}

} // namespace lockstep

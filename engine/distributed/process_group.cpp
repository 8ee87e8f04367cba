// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/process_group.h"

#include "engine/core/error.h"

#include <optional>

namespace lockstep {

namespace {

std::optional<int> hexadecimalDigit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return std::nullopt;
}

} // namespace

// The error says nothing of what was found: it might be most of a secret.
RunToken parseRunToken(const std::string& hexadecimal)
{
    const EngineError refusal(
        ExitCode::Usage,
        {LOCKSTEP_TEXT("The run token is not 64 hexadecimal digits. The desktop draws it and "
                       "hands it over with the start of a run; start the run anew."),
         {},
         {}});
    RunToken token{};
    if (hexadecimal.size() != 2 * token.size())
        throw refusal;
    for (std::size_t i = 0; i < token.size(); ++i) {
        const std::optional<int> high = hexadecimalDigit(hexadecimal[2 * i]);
        const std::optional<int> low = hexadecimalDigit(hexadecimal[2 * i + 1]);
        if (!high || !low)
            throw refusal;
        token[i] = static_cast<std::uint8_t>(*high * 16 + *low);
    }
    return token;
}

} // namespace lockstep

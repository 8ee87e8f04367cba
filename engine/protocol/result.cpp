// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/result.h"

namespace lockstep {

std::string fillPlaceholders(std::string_view text, const std::vector<std::string>& arguments)
{
    std::string filled;
    filled.reserve(text.size() + 32);
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool placeholder =
            text[i] == '%' && i + 1 < text.size() && text[i + 1] >= '1' && text[i + 1] <= '9';
        const auto index = placeholder ? static_cast<std::size_t>(text[i + 1] - '1') : arguments.size();
        if (index < arguments.size()) {
            filled += arguments[index];
            ++i;
        } else {
            filled += text[i];
        }
    }
    return filled;
}

std::string Error::message() const
{
    std::string sentence = fillPlaceholders(text, arguments);
    return key.empty() ? sentence : key + ": " + sentence;
}

} // namespace lockstep

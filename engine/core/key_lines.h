// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace lockstep {

/// The value of the first "key: value" or "key=value" line of a text, without blanks and quotation marks
/// around it; empty where there is none.
std::string valueOfLine(std::string_view text, std::string_view key, char separator);

} // namespace lockstep

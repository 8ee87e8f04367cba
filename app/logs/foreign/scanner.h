// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace lockstep {

/// Reads a line from left to right. Spaces and tabs before what is asked for are passed over; what is not
/// there leaves it where it was.
class Scanner {
public:
    explicit Scanner(std::string_view line) : m_rest(line) {}

    std::string_view rest() const { return m_rest; }
    bool atEnd();
    /// Passes over this text if it comes next.
    bool take(std::string_view text);
    /// Goes on behind the first place where this text stands; false where there is none.
    bool skipTo(std::string_view text);
    /// Goes on behind the next character, without looking at it.
    void drop();

    std::optional<std::int64_t> wholeNumber();
    /// As printf and Python write it: "nan" and "inf" too.
    std::optional<double> number();
    /// Letters, digits and any of `more`; empty when there are none.
    std::string_view word(std::string_view more = "_");

private:
    void skipSpace();

    std::string_view m_rest;
};

} // namespace lockstep

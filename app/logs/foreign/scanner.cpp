// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/logs/foreign/scanner.h"

#include <algorithm>
#include <charconv>

namespace lockstep {

void Scanner::skipSpace()
{
    m_rest.remove_prefix(std::min(m_rest.find_first_not_of(" \t"), m_rest.size()));
}

bool Scanner::atEnd()
{
    skipSpace();
    return m_rest.empty();
}

bool Scanner::take(std::string_view text)
{
    const std::string_view before = m_rest;
    skipSpace();
    if (m_rest.starts_with(text)) {
        m_rest.remove_prefix(text.size());
        return true;
    }
    m_rest = before;
    return false;
}

bool Scanner::skipTo(std::string_view text)
{
    const std::size_t at = m_rest.find(text);
    if (at == std::string_view::npos)
        return false;
    m_rest.remove_prefix(at + text.size());
    return true;
}

void Scanner::drop()
{
    m_rest.remove_prefix(std::min<std::size_t>(1, m_rest.size()));
}

std::optional<std::int64_t> Scanner::wholeNumber()
{
    const std::string_view before = m_rest;
    skipSpace();
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(m_rest.data(), m_rest.data() + m_rest.size(), value);
    if (error != std::errc()) {
        m_rest = before;
        return std::nullopt;
    }
    m_rest.remove_prefix(static_cast<std::size_t>(end - m_rest.data()));
    return value;
}

std::optional<double> Scanner::number()
{
    const std::string_view before = m_rest;
    skipSpace();
    if (m_rest.starts_with('+'))
        m_rest.remove_prefix(1);
    double value = 0;
    const auto [end, error] = std::from_chars(m_rest.data(), m_rest.data() + m_rest.size(), value);
    if (error != std::errc()) {
        m_rest = before;
        return std::nullopt;
    }
    m_rest.remove_prefix(static_cast<std::size_t>(end - m_rest.data()));
    return value;
}

std::string_view Scanner::word(std::string_view more)
{
    skipSpace();
    const auto isPart = [more](char byte) {
        return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9') ||
               more.find(byte) != std::string_view::npos;
    };
    const auto end = std::ranges::find_if_not(m_rest, isPart);
    const std::string_view found = m_rest.substr(0, static_cast<std::size_t>(end - m_rest.begin()));
    m_rest.remove_prefix(found.size());
    return found;
}

} // namespace lockstep

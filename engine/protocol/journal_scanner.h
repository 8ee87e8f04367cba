// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/journal_records.h"
#include "engine/protocol/json_rules.h"
#include "engine/protocol/sentence.h"

#include <charconv>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// Walks a line member by member in the order of journal_fields.h. After the first mismatch good() is false
/// and nothing more is read. Numbers are read without allocation.
class LineScanner {
public:
    explicit LineScanner(std::string_view text) : m_at(text.data()), m_end(text.data() + text.size()) {}

    static bool isDigit(char c) { return c >= '0' && c <= '9'; }

    bool good() const { return m_good; }
    bool atEnd() const { return m_at == m_end; }
    /// Further members, of a later version, begin here.
    bool atMember() const { return m_end - m_at >= 2 && m_at[0] == ',' && m_at[1] == '"'; }

    void expect(std::string_view text)
    {
        const bool same = m_good && static_cast<std::size_t>(m_end - m_at) >= text.size() &&
                          std::memcmp(m_at, text.data(), text.size()) == 0;
        m_good = same;
        m_at += same ? text.size() : 0;
    }
    template <std::size_t N, typename T>
    void operator()(const char (&key)[N], T& value)
    {
        expect(",\"");
        expect(std::string_view(key, N - 1));
        expect("\":");
        if (m_good)
            read(value);
    }
    /// A member that an older release did not write: keeps its standard value there.
    template <std::size_t N, typename T>
    void appended(const char (&key)[N], T& value)
    {
        if (atMember(key))
            (*this)(key, value);
    }
    /// A member that is left out where its value is not known: an optional number, or a text that is never
    /// empty.
    template <std::size_t N>
    void whereKnown(const char (&key)[N], std::optional<double>& value)
    {
        if (atMember(key))
            (*this)(key, value.emplace());
    }
    template <std::size_t N>
    void whereKnown(const char (&key)[N], std::string& value)
    {
        appended(key, value);
    }
    /// Numbers of any name, up to the first member that is none; what follows is of a later version.
    void further(FurtherNumbers& numbers)
    {
        if (m_good && atMember())
            readFurther(numbers);
    }
    template <std::integral T>
    void read(T& value)
    {
        const char* digits = m_at != m_end && *m_at == '-' ? m_at + 1 : m_at;
        const bool leadingZero = m_end - digits >= 2 && digits[0] == '0' && isDigit(digits[1]);
        const auto [end, error] = std::from_chars(m_at, m_end, value);
        m_good = error == std::errc() && !leadingZero;
        m_at = end;
    }
    void read(bool& value)
    {
        value = m_at != m_end && *m_at == 't';
        expect(value ? "true" : "false");
    }
    void read(double& value);
    void read(std::string& value);
    /// A list; together with those before it at most kMaxRecordNumbers.
    template <Number T>
    void read(std::vector<T>& numbers)
    {
        numbers.clear();
        expect("[");
        while (m_good && m_at != m_end && *m_at != ']') {
            if (!numbers.empty())
                expect(",");
            m_good = m_good && ++m_numbers <= kMaxRecordNumbers;
            if (m_good)
                read(numbers.emplace_back());
        }
        expect("]");
    }
    void read(std::vector<Sentence>& arguments) { readArguments(arguments, kMaxSentenceDepth); }

private:
    template <std::size_t N>
    bool atMember(const char (&key)[N]) const
    {
        const auto left = std::string_view(m_at, static_cast<std::size_t>(m_end - m_at));
        return atMember() && left.substr(2).starts_with(key) && left.substr(2 + N - 1).starts_with('"');
    }
    void readFurther(FurtherNumbers& numbers);
    void readArguments(std::vector<Sentence>& arguments, int depth);
    void readArgument(Sentence& argument, int depth);
    bool readEscape(std::string& value);
    bool readCodeUnit(std::uint32_t& unit);

    const char* m_at;
    const char* m_end;
    std::size_t m_numbers = 0; ///< read in lists so far
    bool m_good = true;
};

} // namespace lockstep

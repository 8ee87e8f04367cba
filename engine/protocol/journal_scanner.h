// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/digits.h"
#include "engine/protocol/journal_records.h"
#include "engine/protocol/json_rules.h"
#include "engine/protocol/sentence.h"

#include <charconv>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
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

    void expect(std::string_view text) { m_good = accept(text); }
    /// Passes over `text` where it stands next; false where something else does.
    bool accept(std::string_view text)
    {
        const bool same = m_good && left() >= text.size() && std::memcmp(m_at, text.data(), text.size()) == 0;
        m_at += same ? text.size() : 0;
        return same;
    }
    template <std::size_t N, typename T>
    void operator()(const char (&key)[N], T& value)
    {
        m_good = m_good && atMember(key);
        if (!m_good)
            return;
        m_at += memberBytes(key);
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
        const bool negative = std::signed_integral<T> && m_at != m_end && *m_at == '-';
        const char* first = m_at + (negative ? 1 : 0);
        const char* behind = first;
        std::uint64_t number = 0;
        takeDigits(behind, m_end, number);
        const std::ptrdiff_t count = behind - first;
        const bool leadingZero = count > 1 && *first == '0';
        if (count <= std::numeric_limits<std::int64_t>::digits10 && count > 0) {
            const auto whole = static_cast<std::int64_t>(number);
            m_good = !leadingZero && std::in_range<T>(negative ? -whole : whole);
            value = static_cast<T>(negative ? -whole : whole);
        } else {
            m_good = !leadingZero && std::from_chars(m_at, behind, value).ec == std::errc();
        }
        m_at = behind;
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
    std::size_t left() const { return static_cast<std::size_t>(m_end - m_at); }
    /// What stands before the value of a member: ,"key":
    template <std::size_t N>
    static constexpr std::size_t memberBytes(const char (&)[N])
    {
        return N - 1 + 4;
    }
    /// Comparisons of known length, which the compiler makes of a few instructions: most of a line is keys.
    template <std::size_t N>
    bool atMember(const char (&key)[N]) const
    {
        return left() >= memberBytes(key) && std::memcmp(m_at, ",\"", 2) == 0 &&
               std::memcmp(m_at + 2, key, N - 1) == 0 && std::memcmp(m_at + 2 + N - 1, "\":", 2) == 0;
    }
    void readNamed(double& value);
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

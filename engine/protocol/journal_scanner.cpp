// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/journal_scanner.h"

#include "engine/protocol/json_value.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>

namespace lockstep {
namespace {

constexpr std::array<double, 23> kPowersOfTen = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                 1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                                 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/// mantissa * 10^exponent without its sign. Digits beyond 19 do not fit into `mantissa`.
struct Decimal {
    std::uint64_t mantissa = 0;
    std::ptrdiff_t digits = 0;
    std::ptrdiff_t exponent = 0;
    const char* end = nullptr; ///< behind it; null: no number of JSON, and from_chars takes more than those

    /// Whether both factors are doubles, so that one rounding gives the nearest (Clinger 1990, section 4).
    bool isExact() const
    {
        return digits <= 19 && mantissa <= (std::uint64_t{1} << 53) && exponent >= -22 && exponent <= 22;
    }
};

/// Reads on behind the 'e' of a number.
Decimal withExponent(Decimal number, const char* at, const char* end)
{
    const bool plus = at != end && *at == '+';
    std::int64_t exponent = 0;
    const auto result = std::from_chars(at + (plus ? 1 : 0), end, exponent);
    if (result.ec != std::errc() || (plus && at[1] == '-'))
        return {};
    number.exponent += std::clamp<std::int64_t>(exponent, -100000, 100000); // far beyond any double
    number.end = result.ptr;
    return number;
}

/// The number at `at`, which stands behind a sign if it has one.
Decimal scanNumber(const char* at, const char* end)
{
    Decimal number;
    const char* whole = at;
    for (; at != end && LineScanner::isDigit(*at); ++at) // mostly one: fractions are what is long
        number.mantissa = number.mantissa * 10 + static_cast<std::uint64_t>(*at - '0');
    number.digits = at - whole;
    if (number.digits == 0 || (number.digits > 1 && *whole == '0'))
        return {};
    if (at != end && *at == '.') {
        const char* fraction = ++at;
        takeDigits(at, end, number.mantissa);
        number.exponent = fraction - at;
        number.digits -= number.exponent;
        if (number.exponent == 0)
            return {};
    }
    if (at != end && (*at == 'e' || *at == 'E'))
        return withExponent(number, at + 1, end);
    number.end = at;
    return number;
}

} // namespace

void LineScanner::read(double& value)
{
    if (m_at != m_end && *m_at == '"')
        return readNamed(value);
    const bool negative = m_at != m_end && *m_at == '-';
    const Decimal number = scanNumber(m_at + (negative ? 1 : 0), m_end);
    m_good = number.end != nullptr;
    if (!m_good)
        return;
    if (number.isExact()) {
        const auto mantissa = static_cast<double>(static_cast<std::int64_t>(number.mantissa));
        const double power = kPowersOfTen[static_cast<std::size_t>(std::abs(number.exponent))];
        value = number.exponent < 0 ? mantissa / power : mantissa * power;
        value = negative ? -value : value;
    } else {
        m_good = std::from_chars(m_at, number.end, value).ec == std::errc();
    }
    m_at = number.end;
}

void LineScanner::readNamed(double& value)
{
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    std::string name;
    read(name);
    m_good = m_good && (name == "nan" || name == "inf" || name == "-inf");
    value = name == "nan" ? std::numeric_limits<double>::quiet_NaN() : name == "inf" ? kInfinity : -kInfinity;
}

void LineScanner::read(std::string& value)
{
    expect("\"");
    value.clear();
    while (m_good && m_at != m_end && *m_at != '"') {
        const char c = *m_at;
        if (c == '\\') {
            m_good = readEscape(value);
            continue;
        }
        const std::size_t bytes = utf8SequenceBytes({m_at, left()});
        m_good = bytes > 0 && static_cast<unsigned char>(c) >= 0x20;
        value.append(m_at, m_good ? bytes : 0);
        m_at += m_good ? bytes : 0;
    }
    expect("\"");
}

void LineScanner::readFurther(FurtherNumbers& numbers)
{
    while (atMember() && numbers.size() < kMaxFurtherNumbers) {
        const char* member = m_at++;
        FurtherNumber number;
        read(number.name);
        expect(":");
        if (m_good)
            read(number.value);
        if (!m_good || number.name.empty() || number.name.size() > kMaxFurtherName) {
            m_at = member; // known as the beginning of what this version does not know
            m_good = true;
            return;
        }
        numbers.push_back(std::move(number));
    }
}

void LineScanner::readArguments(std::vector<Sentence>& arguments, int depth)
{
    arguments.clear();
    expect("[");
    while (m_good && m_at != m_end && *m_at != ']') {
        if (!arguments.empty())
            expect(",");
        m_good = m_good && arguments.size() < kMaxSentenceArguments && depth > 0;
        if (m_good)
            readArgument(arguments.emplace_back(), depth - 1);
    }
    expect("]");
}

void LineScanner::readArgument(Sentence& argument, int depth)
{
    if (m_at != m_end && *m_at == '"')
        return read(argument.text);
    expect("{\"text\":");
    if (m_good)
        read(argument.text);
    expect(",\"arguments\":");
    if (m_good)
        readArguments(argument.arguments, depth);
    expect("}");
}

bool LineScanner::readCodeUnit(std::uint32_t& unit)
{
    if (m_end - m_at < 6 || m_at[0] != '\\' || m_at[1] != 'u' || m_at[2] == '-')
        return false;
    const auto result = std::from_chars(m_at + 2, m_at + 6, unit, 16);
    m_at += 6;
    return result.ec == std::errc() && result.ptr == m_at;
}

bool LineScanner::readEscape(std::string& value)
{
    constexpr std::string_view kNames = "\"\\/bfnrt";
    constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
    const char name = m_end - m_at >= 2 ? m_at[1] : '\0';
    if (const std::size_t index = kNames.find(name); index != kNames.npos) {
        value += kMeanings[index];
        m_at += 2;
        return true;
    }
    std::uint32_t code = 0;
    if (!readCodeUnit(code) || (code >= 0xDC00 && code <= 0xDFFF))
        return false;
    if (code >= 0xD800 && code <= 0xDBFF) {
        std::uint32_t low = 0;
        if (!readCodeUnit(low) || low < 0xDC00 || low > 0xDFFF)
            return false;
        code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
    }
    const auto put = [&value](std::uint32_t byte) {
        value += static_cast<char>(static_cast<unsigned char>(byte));
    };
    if (code < 0x80) {
        put(code);
    } else if (code < 0x800) {
        put(0xC0 | code >> 6);
        put(0x80 | (code & 0x3F));
    } else if (code < 0x10000) {
        put(0xE0 | code >> 12);
        put(0x80 | (code >> 6 & 0x3F));
        put(0x80 | (code & 0x3F));
    } else {
        put(0xF0 | code >> 18);
        put(0x80 | (code >> 12 & 0x3F));
        put(0x80 | (code >> 6 & 0x3F));
        put(0x80 | (code & 0x3F));
    }
    return true;
}

} // namespace lockstep

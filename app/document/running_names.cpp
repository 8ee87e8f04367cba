// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/running_names.h"

#include <QString>
#include <QStringList>
#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <optional>

namespace lockstep {

namespace {

constexpr std::size_t kMaxNameBytes = 256;
constexpr std::size_t kMaxDigits = 9;
constexpr int kMaxTries = 100000;

bool isDigit(char letter)
{
    return letter >= '0' && letter <= '9';
}

/// The number that ends a text: where its digits begin. Long ones are not counted on.
std::optional<std::size_t> trailingNumber(const std::string& text)
{
    std::size_t begin = text.size();
    while (begin > 0 && isDigit(text[begin - 1]) && text.size() - begin < kMaxDigits)
        --begin;
    return begin < text.size() ? std::optional(begin) : std::nullopt;
}

/// With as many digits as the number before had, "09" -> "10".
std::string padded(std::uint32_t number, std::size_t digits)
{
    std::string text = std::to_string(number);
    return text.size() < digits ? std::string(digits - text.size(), '0') + text : text;
}

/// At most so many bytes of UTF-8, no character cut in two.
std::string shortened(std::string text, std::size_t bytes)
{
    if (text.size() <= bytes)
        return text;
    while (bytes > 0 && (static_cast<unsigned char>(text[bytes]) & 0xc0) == 0x80)
        --bytes;
    return text.substr(0, bytes);
}

std::string countOn(const std::string& stem, const std::string& tail, std::uint32_t number,
                    std::size_t digits, const IsTaken& isTaken)
{
    for (int tries = 0; tries < kMaxTries; ++tries) {
        std::string next = stem + padded(++number, digits) + tail;
        if (!isTaken(next))
            return next;
    }
    return {};
}

std::uint32_t toNumber(const std::string& digits)
{
    std::uint32_t number = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return number;
}

/// The four numbers of an IPv4 address as one; nothing for anything else.
std::optional<std::uint32_t> parseIpv4(const std::string& text)
{
    const QStringList parts = QString::fromStdString(text).split(u'.');
    if (parts.size() != 4)
        return std::nullopt;
    std::uint32_t address = 0;
    for (const QString& part : parts) {
        bool isNumber = false;
        const uint number = part.toUInt(&isNumber);
        if (!isNumber || number > 255)
            return std::nullopt;
        address = address << 8 | number;
    }
    return address;
}

std::string nextIpv4(std::uint32_t address, const IsTaken& isTaken)
{
    for (int tries = 0; tries < kMaxTries && address != UINT32_MAX; ++tries) {
        ++address;
        if ((address & 0xff) == 0 || (address & 0xff) == 0xff)
            continue; // of the network itself, and to everybody
        std::string next;
        for (const int shift : {24, 16, 8, 0})
            next += std::to_string(address >> shift & 0xff) + (shift > 0 ? "." : "");
        if (!isTaken(next))
            return next;
    }
    return {};
}

std::string nextIpv6(const std::string& address, const IsTaken& isTaken)
{
    const std::size_t colon = address.rfind(':');
    std::uint32_t number = 0;
    const char* end = address.data() + address.size();
    const auto [rest, error] = std::from_chars(address.data() + colon + 1, end, number, 16);
    if (error != std::errc() || rest != end)
        return {};
    while (++number <= 0xffff) {
        std::array<char, 8> digits{};
        const auto written = std::to_chars(digits.data(), digits.data() + digits.size(), number, 16);
        std::string next = address.substr(0, colon + 1) + std::string(digits.data(), written.ptr);
        if (!isTaken(next))
            return next;
    }
    return {};
}

} // namespace

std::string nextName(const std::string& name, const IsTaken& isTaken)
{
    if (const std::optional<std::size_t> begin = trailingNumber(name)) {
        const std::string digits = name.substr(*begin);
        const std::string stem = shortened(name.substr(0, *begin), kMaxNameBytes - kMaxDigits - 1);
        return countOn(stem, {}, toNumber(digits), digits.size(), isTaken);
    }
    const char* gap = name.find(' ') == std::string::npos ? "-" : " ";
    return countOn(shortened(name, kMaxNameBytes - kMaxDigits - 2) + gap, {}, 1, 1, isTaken);
}

std::string nextAddress(const std::string& address, const IsTaken& isTaken)
{
    if (const std::optional<std::uint32_t> ipv4 = parseIpv4(address))
        return nextIpv4(*ipv4, isTaken);
    if (address.find(':') != std::string::npos)
        return nextIpv6(address, isTaken);
    const std::size_t dot = std::min(address.find('.'), address.size());
    const std::string label = address.substr(0, dot);
    const std::optional<std::size_t> begin = trailingNumber(label);
    if (!begin)
        return {};
    const std::string digits = label.substr(*begin);
    return countOn(label.substr(0, *begin), address.substr(dot), toNumber(digits), digits.size(), isTaken);
}

} // namespace lockstep

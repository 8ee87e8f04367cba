// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/checked_line.h"

#include "engine/protocol/journal.h"

#include <array>
#include <charconv>

namespace lockstep {
namespace {

constexpr std::string_view kCrcHead = ",\"crc\":";
constexpr const char* kNoRecord = LOCKSTEP_TEXT("This line is not a record with a checksum.");
constexpr const char* kWrongChecksum = LOCKSTEP_TEXT("The checksum of this line does not match its content.");

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

} // namespace

void appendChecksum(std::string& out, std::size_t start)
{
    std::array<char, 16> digits{};
    const std::uint32_t crc = crc32c(std::string_view(out).substr(start));
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), crc).ptr;
    out += kCrcHead;
    out.append(digits.data(), end);
    out += '}';
}

const char* checkLine(std::string_view line, std::string_view& content)
{
    if (line.size() < kCrcHead.size() + 2 || line.back() != '}')
        return kNoRecord;
    std::size_t digits = line.size() - 1;
    while (digits > 0 && isDigit(line[digits - 1]))
        --digits;
    const std::string_view number = line.substr(digits, line.size() - 1 - digits);
    std::uint32_t crc = 0;
    const auto result = std::from_chars(number.data(), number.data() + number.size(), crc);
    const bool leadingZero = number.size() > 1 && number[0] == '0';
    if (number.empty() || leadingZero || result.ec != std::errc() ||
        !line.substr(0, digits).ends_with(kCrcHead))
        return kNoRecord;
    content = line.substr(0, digits - kCrcHead.size());
    return crc32c(content) == crc ? nullptr : kWrongChecksum;
}

} // namespace lockstep

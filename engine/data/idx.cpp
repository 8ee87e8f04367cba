// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/data/idx.h"

#include "engine/data/byte_source.h"
#include "engine/data/data_error.h"

#include <algorithm>
#include <array>

namespace lockstep {
namespace {

constexpr std::uint32_t kImagesMagic = 0x00000803;
constexpr std::uint32_t kLabelsMagic = 0x00000801;
constexpr std::uint64_t kMaxIdxBytes = 1u << 30;
constexpr std::uint32_t kMaxSide = 4096;
constexpr std::size_t kPieceBytes = 1u << 20;

std::string hexadecimal(std::uint32_t value)
{
    std::string text = "0x00000000";
    for (std::size_t digit = 0; digit < 8; ++digit, value >>= 4)
        text[text.size() - 1 - digit] = "0123456789abcdef"[value & 15];
    return text;
}

std::uint32_t readNumber(ByteSource& source)
{
    std::array<std::uint8_t, 4> bytes{};
    if (source.read(bytes) != bytes.size())
        throwDataError(LOCKSTEP_TEXT("The idx file %1 ends inside its header, after %2 bytes."),
                       {source.path(), std::to_string(source.delivered())});
    return std::uint32_t{bytes[0]} << 24 | std::uint32_t{bytes[1]} << 16 | std::uint32_t{bytes[2]} << 8 |
           bytes[3];
}

void readMagic(ByteSource& source, std::uint32_t expected, const char* what)
{
    const std::uint32_t magic = readNumber(source);
    if (magic != expected)
        throwDataError(LOCKSTEP_TEXT("%1 is not an idx file of %2: it begins with %3, expected %4."),
                       {source.path(), what, hexadecimal(magic), hexadecimal(expected)});
}

/// Reads exactly `claimed` bytes up to the end of the file. Pages are touched only as content arrives.
std::vector<std::uint8_t> readContent(ByteSource& source, std::uint64_t claimed)
{
    std::vector<std::uint8_t> content;
    content.reserve(claimed);
    while (content.size() < claimed) {
        const std::size_t before = content.size();
        const std::size_t piece = std::min<std::size_t>(kPieceBytes, claimed - before);
        content.resize(before + piece);
        const std::size_t got = source.read(std::span(content).subspan(before));
        if (got < piece)
            throwDataError(
                LOCKSTEP_TEXT("The idx file %1 holds %2 bytes of data, but its header promises %3. "
                              "Copy or download it again."),
                {source.path(), std::to_string(before + got), std::to_string(claimed)});
    }
    std::array<std::uint8_t, 1> beyond{};
    if (source.read(beyond) != 0)
        throwDataError(
            LOCKSTEP_TEXT("The idx file %1 holds more than the %2 bytes of data that its header promises."),
            {source.path(), std::to_string(claimed)});
    return content;
}

[[noreturn]] void throwTooLarge(const ByteSource& source, const std::string& sizes)
{
    throwDataError(
        LOCKSTEP_TEXT("The header of the idx file %1 claims %2; at most 4096 rows, 4096 columns and "
                      "1 GiB in all are accepted."),
        {source.path(), sizes});
}

} // namespace

IdxImages readIdxImages(const std::string& path)
{
    ByteSource source(path);
    readMagic(source, kImagesMagic, LOCKSTEP_TEXT("images"));
    const std::uint32_t count = readNumber(source);
    const std::uint32_t rows = readNumber(source);
    const std::uint32_t columns = readNumber(source);
    const std::string sizes =
        std::to_string(count) + " x " + std::to_string(rows) + " x " + std::to_string(columns);
    if (count == 0 || rows == 0 || columns == 0)
        throwDataError(LOCKSTEP_TEXT("The idx file %1 holds no image: its header says %2."), {path, sizes});
    // With sides of 2^12 at most the product of the three 32-bit sizes stays below 2^56.
    if (rows > kMaxSide || columns > kMaxSide || std::uint64_t{count} * rows * columns > kMaxIdxBytes)
        throwTooLarge(source, sizes);

    IdxImages images;
    images.rows = static_cast<int>(rows);
    images.columns = static_cast<int>(columns);
    images.pixels = readContent(source, std::uint64_t{count} * rows * columns);
    return images;
}

std::vector<std::int32_t> readIdxLabels(const std::string& path)
{
    ByteSource source(path);
    readMagic(source, kLabelsMagic, LOCKSTEP_TEXT("labels"));
    const std::uint32_t count = readNumber(source);
    if (count == 0)
        throwDataError(LOCKSTEP_TEXT("The idx file %1 holds no label."), {path});
    if (count > kMaxIdxBytes / 4)
        throwTooLarge(source, std::to_string(count));
    const auto content = readContent(source, count);
    return {content.begin(), content.end()};
}

} // namespace lockstep

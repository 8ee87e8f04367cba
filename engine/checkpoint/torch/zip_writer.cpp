// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/checkpoint/torch/zip_writer.h"

#include "engine/checkpoint/torch/zip_format.h"
#include "engine/core/error.h"

#include <zlib.h>

#include <concepts>

namespace lockstep {
namespace {

constexpr std::size_t kMostWritten = 0xFFFE;
constexpr std::size_t kLongestName = 0xFFFF;
constexpr std::uint64_t kAlignment = 64;
constexpr std::uint64_t kFieldHead = 4;
constexpr std::uint16_t kPaddingField = 0x4246; // "FB", as PyTorch names it
constexpr std::uint16_t kVersionNeeded = 45;    // zip64
constexpr std::uint16_t kUtf8Names = 0x0800;
constexpr std::uint16_t kFirstDay = 0x0021; // 1980-01-01: equal tensors give equal files

/// Appends numbers as little endian bytes.
template <std::unsigned_integral... Numbers>
void append(std::string& out, Numbers... numbers)
{
    (out.append(reinterpret_cast<const char*>(&numbers), sizeof numbers), ...);
}

constexpr auto u16 = [](std::uint64_t number) { return static_cast<std::uint16_t>(number); };

} // namespace

ZipWriter::ZipWriter(ByteSink write, std::uint64_t zip64From)
    : m_write(std::move(write)), m_zip64From(zip64From)
{
}

void ZipWriter::put(std::span<const std::byte> bytes)
{
    m_write(bytes);
    m_at += bytes.size();
}

void ZipWriter::put(const std::string& bytes)
{
    put(std::as_bytes(std::span(bytes)));
}

std::uint32_t ZipWriter::narrow(std::uint64_t number) const
{
    return number >= m_zip64From ? kInZip64 : static_cast<std::uint32_t>(number);
}

void ZipWriter::add(const std::string& name, std::span<const std::byte> content)
{
    LOCKSTEP_CHECK(name.size() <= kLongestName && m_entries.size() < kMostWritten);
    const auto* data = reinterpret_cast<const Bytef*>(content.data());
    const auto crc = crc32_z(crc32(0, nullptr, 0), data, content.size());
    m_entries.push_back({name, static_cast<std::uint32_t>(crc), content.size(), m_at});
    put(localHeader(m_entries.back()));
    put(content);
}

std::string ZipWriter::localHeader(const Entry& entry) const
{
    std::string extra;
    if (narrow(entry.bytes) == kInZip64)
        append(extra, kZip64Field, u16(16), entry.bytes, entry.bytes);
    const std::uint64_t before = entry.header + kLocalBytes + entry.name.size() + extra.size() + kFieldHead;
    const std::uint64_t padding = (kAlignment - before % kAlignment) % kAlignment;
    append(extra, kPaddingField, u16(padding));
    extra.append(padding, 'Z');

    std::string header(kLocalHeader);
    append(header, kVersionNeeded, kUtf8Names, u16(0), u16(0), kFirstDay, entry.crc, narrow(entry.bytes),
           narrow(entry.bytes), u16(entry.name.size()), u16(extra.size()));
    return header + entry.name + extra;
}

std::string ZipWriter::directoryEntry(const Entry& entry) const
{
    std::string numbers;
    if (narrow(entry.bytes) == kInZip64)
        append(numbers, entry.bytes, entry.bytes);
    if (narrow(entry.header) == kInZip64)
        append(numbers, entry.header);
    std::string extra;
    if (!numbers.empty())
        append(extra, kZip64Field, u16(numbers.size()));
    extra += numbers;

    std::string text(kDirectoryEntry);
    append(text, kVersionNeeded, kVersionNeeded, kUtf8Names, u16(0), u16(0), kFirstDay, entry.crc,
           narrow(entry.bytes), narrow(entry.bytes), u16(entry.name.size()), u16(extra.size()), u16(0),
           u16(0), u16(0), std::uint32_t{0}, narrow(entry.header));
    return text + entry.name + extra;
}

void ZipWriter::finish()
{
    const std::uint64_t begin = m_at;
    for (const Entry& entry : m_entries)
        put(directoryEntry(entry));
    const std::uint64_t bytes = m_at - begin;
    const std::uint64_t count = m_entries.size();
    if (narrow(begin) == kInZip64 || narrow(bytes) == kInZip64) {
        std::string record(kZip64End);
        append(record, std::uint64_t{44}, kVersionNeeded, kVersionNeeded, std::uint32_t{0}, std::uint32_t{0},
               count, count, bytes, begin);
        const std::uint64_t place = m_at;
        record += kZip64Locator;
        append(record, std::uint32_t{0}, place, std::uint32_t{1});
        put(record);
    }
    std::string end(kDirectoryEnd);
    append(end, u16(0), u16(0), u16(count), u16(count), narrow(bytes), narrow(begin), u16(0));
    put(end);
}

} // namespace lockstep

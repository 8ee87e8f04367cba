// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/checkpoint/torch/zip_archive.h"

#include "engine/checkpoint/refuse.h"
#include "engine/checkpoint/torch/zip_format.h"
#include "engine/protocol/json_value.h"

#include <zlib.h>

#include <algorithm>
#include <cstring>
#include <vector>

namespace lockstep {
namespace {

constexpr std::uint64_t kEntryBytes = 46;
constexpr std::uint64_t kEndBytes = 22;
constexpr std::uint64_t kZip64EndBytes = 56;
constexpr std::uint64_t kLocatorBytes = 20;
constexpr std::uint64_t kLongestComment = 0xFFFF;
constexpr std::uint64_t kMostEntries = 1000000;
constexpr std::uint16_t kEncrypted = 1;

/// REQUIRES: the bytes are there.
template <typename Number>
Number numberAt(std::string_view bytes, std::uint64_t at)
{
    Number number;
    std::memcpy(&number, bytes.data() + at, sizeof number);
    return number;
}

std::uint64_t u16At(std::string_view bytes, std::uint64_t at)
{
    return numberAt<std::uint16_t>(bytes, at);
}
std::uint64_t u32At(std::string_view bytes, std::uint64_t at)
{
    return numberAt<std::uint32_t>(bytes, at);
}
std::uint64_t u64At(std::string_view bytes, std::uint64_t at)
{
    return numberAt<std::uint64_t>(bytes, at);
}

/// Replaces the numbers that say "see the zip64 field", in their order; false when the field does not hold
/// them.
bool resolveZip64(std::string_view extra, std::initializer_list<std::uint64_t*> numbers)
{
    std::string_view field;
    for (std::uint64_t at = 0; at + 4 <= extra.size();) {
        const std::uint64_t size = u16At(extra, at + 2);
        if (size > extra.size() - at - 4)
            return false;
        if (u16At(extra, at) == kZip64Field)
            field = extra.substr(at + 4, size);
        at += 4 + size;
    }
    for (std::uint64_t* number : numbers) {
        if (*number != kInZip64)
            continue;
        if (field.size() < 8)
            return false;
        *number = u64At(field, 0);
        field.remove_prefix(8);
    }
    return true;
}

[[noreturn]] void refuseDirectory(const std::string& fileName)
{
    refuseFile(
        LOCKSTEP_TEXT("%1 is a damaged zip archive: its directory is cut off or contradicts itself. Was the "
                      "file copied whole?"),
        {fileName});
}

} // namespace

struct ZipArchive::Directory {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::uint64_t entries = 0;
};

bool looksLikeZip(std::string_view bytes)
{
    return bytes.starts_with(kLocalHeader);
}

ZipArchive::ZipArchive(std::string_view bytes, std::string fileName)
    : m_bytes(bytes), m_fileName(std::move(fileName))
{
    const Directory directory = findDirectory();
    std::uint64_t at = directory.begin;
    for (std::uint64_t i = 0; i < directory.entries; ++i)
        at = readEntry(at, directory);
    if (at != directory.end)
        refuseDirectory(m_fileName);
    refuseOverlaps();
}

ZipArchive::Directory ZipArchive::findDirectory() const
{
    const std::uint64_t size = m_bytes.size();
    const std::uint64_t first = size > kEndBytes + kLongestComment ? size - kEndBytes - kLongestComment : 0;
    const std::size_t end = m_bytes.rfind(kDirectoryEnd);
    if (end == std::string_view::npos || end < first || size - end < kEndBytes ||
        u16At(m_bytes, end + 20) != size - end - kEndBytes)
        refuseDirectory(m_fileName);
    Directory directory;
    directory.entries = u16At(m_bytes, end + 10);
    std::uint64_t bytes = u32At(m_bytes, end + 12);
    directory.begin = u32At(m_bytes, end + 16);
    std::uint64_t limit = end;
    if (end >= kLocatorBytes && m_bytes.substr(end - kLocatorBytes, 4) == kZip64Locator) {
        const std::uint64_t record = u64At(m_bytes, end - kLocatorBytes + 8);
        limit = end - kLocatorBytes;
        if (record > limit || limit - record < kZip64EndBytes || m_bytes.substr(record, 4) != kZip64End)
            refuseDirectory(m_fileName);
        directory.entries = u64At(m_bytes, record + 32);
        bytes = u64At(m_bytes, record + 40);
        directory.begin = u64At(m_bytes, record + 48);
        limit = record;
    }
    if (directory.begin > limit || bytes != limit - directory.begin || directory.entries > kMostEntries ||
        directory.entries > bytes / kEntryBytes)
        refuseDirectory(m_fileName);
    directory.end = limit;
    return directory;
}

std::uint64_t ZipArchive::readEntry(std::uint64_t at, const Directory& directory)
{
    if (directory.end - at < kEntryBytes || m_bytes.substr(at, 4) != kDirectoryEntry)
        refuseDirectory(m_fileName);
    const std::uint64_t nameBytes = u16At(m_bytes, at + 28);
    const std::uint64_t extraBytes = u16At(m_bytes, at + 30);
    const std::uint64_t whole = kEntryBytes + nameBytes + extraBytes + u16At(m_bytes, at + 32);
    if (whole > directory.end - at)
        refuseDirectory(m_fileName);
    const std::string_view name = m_bytes.substr(at + kEntryBytes, nameBytes);
    if ((u16At(m_bytes, at + 8) & kEncrypted) != 0)
        refuseFile(LOCKSTEP_TEXT("%1: the entry %2 is encrypted; PyTorch writes none such."),
                   {m_fileName, quotedText(name)});
    const std::uint64_t method = u16At(m_bytes, at + 10);
    std::uint64_t stored = u32At(m_bytes, at + 20);
    std::uint64_t size = u32At(m_bytes, at + 24);
    std::uint64_t header = u32At(m_bytes, at + 42);
    if (!resolveZip64(m_bytes.substr(at + kEntryBytes + nameBytes, extraBytes), {&size, &stored, &header}) ||
        (method == 0 && stored != size))
        refuseDirectory(m_fileName);
    const Entry entry{contentAt(header, stored, method, name, directory),
                      numberAt<std::uint32_t>(m_bytes, at + 16), method != 0};
    if (!m_entries.emplace(name, entry).second)
        refuseFile(LOCKSTEP_TEXT("%1: two entries are named %2."), {m_fileName, quotedText(name)});
    return at + whole;
}

std::string_view ZipArchive::contentAt(std::uint64_t header, std::uint64_t size, std::uint64_t method,
                                       std::string_view name, const Directory& directory) const
{
    if (header > directory.begin || directory.begin - header < kLocalBytes ||
        m_bytes.substr(header, 4) != kLocalHeader)
        refuseDirectory(m_fileName);
    const std::uint64_t nameBytes = u16At(m_bytes, header + 26);
    const std::uint64_t before = kLocalBytes + nameBytes + u16At(m_bytes, header + 28);
    const std::uint64_t room = directory.begin - header;
    if (before > room || size > room - before || m_bytes.substr(header + kLocalBytes, nameBytes) != name ||
        u16At(m_bytes, header + 8) != method)
        refuseDirectory(m_fileName);
    return m_bytes.substr(header + before, size);
}

void ZipArchive::refuseOverlaps() const
{
    std::vector<std::string_view> contents;
    contents.reserve(m_entries.size());
    for (const auto& [name, entry] : m_entries)
        contents.push_back(entry.content);
    std::sort(contents.begin(), contents.end(),
              [](std::string_view a, std::string_view b) { return a.data() < b.data(); });
    // Every content has its own header before it, so the room between two must hold at least that.
    for (std::size_t i = 1; i < contents.size(); ++i)
        if (contents[i].data() - contents[i - 1].data() <
            static_cast<std::ptrdiff_t>(contents[i - 1].size() + kLocalBytes))
            refuseFile(LOCKSTEP_TEXT("%1: entries of the zip archive overlap."), {m_fileName});
}

std::string_view ZipArchive::read(std::string_view name) const
{
    const auto found = m_entries.find(name);
    if (found == m_entries.end())
        refuseFile(LOCKSTEP_TEXT("%1: the zip archive has no entry %2."), {m_fileName, quotedText(name)});
    if (found->second.compressed)
        refuseFile(
            LOCKSTEP_TEXT("%1: the entry %2 is compressed; PyTorch stores tensors as they are. If somebody "
                          "packed the file again, unpack that first."),
            {m_fileName, quotedText(name)});
    const std::string_view content = found->second.content;
    const auto* data = reinterpret_cast<const Bytef*>(content.data());
    if (crc32_z(crc32(0, nullptr, 0), data, content.size()) != found->second.crc)
        refuseFile(
            LOCKSTEP_TEXT("%1 is damaged: the CRC-32 of the entry %2 is not the one in the directory."),
            {m_fileName, quotedText(name)});
    return content;
}

std::string ZipArchive::folderOf(std::string_view lastPart) const
{
    std::vector<std::string_view> folders;
    for (const auto& [name, entry] : m_entries) {
        const std::size_t slash = name.rfind('/');
        if (slash != std::string_view::npos && name.substr(slash + 1) == lastPart)
            folders.push_back(name.substr(0, slash));
    }
    if (folders.size() != 1)
        refuseFile(LOCKSTEP_TEXT("%1 is a zip archive, but not one of PyTorch's: "
                                 "it has %2 entries .../%3 instead of one."),
                   {m_fileName, std::to_string(folders.size()), std::string(lastPart)});
    return std::string(folders.front());
}

} // namespace lockstep

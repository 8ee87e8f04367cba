// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/data/byte_source.h"
#include "engine/data/data_error.h"
#include "engine/data/download/download.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <set>

#include <unistd.h>

// The tar format: POSIX.1-2017, pax, "ustar Interchange Format".
namespace lockstep {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kBlock = 512;
constexpr int kMaxEntries = 10000;
using Block = std::array<std::uint8_t, kBlock>;

struct Entry {
    std::string name;
    std::uint64_t bytes = 0;
    bool regular = false;
};

std::string textField(const Block& block, std::size_t at, std::size_t size)
{
    const auto begin = block.begin() + static_cast<std::ptrdiff_t>(at);
    return {begin, std::find(begin, begin + static_cast<std::ptrdiff_t>(size), 0)};
}

class Unpacker {
public:
    Unpacker(const std::string& archive, std::string inside, const std::vector<PublicFile>& files,
             std::string target)
        : m_source(archive), m_inside(std::move(inside)), m_files(files), m_target(std::move(target))
    {
    }
    void run();

private:
    [[noreturn]] void damaged(const char* what) const
    {
        throwDataError(LOCKSTEP_TEXT("The archive %1 is damaged near byte %2 of its content: %3."),
                       {m_source.path(), std::to_string(m_source.delivered()), what});
    }
    bool readBlock(Block& block);
    std::uint64_t numberField(const Block& block, std::size_t at, std::size_t size) const;
    Entry parse(const Block& block) const;
    void passContent(std::uint64_t bytes, std::ofstream* copy);
    void take(const Entry& entry, const PublicFile& file);

    ByteSource m_source;
    std::string m_inside;
    const std::vector<PublicFile>& m_files;
    std::string m_target;
    std::set<std::string> m_taken;
};

bool Unpacker::readBlock(Block& block)
{
    const std::size_t got = m_source.read(block);
    if (got != 0 && got != block.size())
        damaged(LOCKSTEP_TEXT("it ends inside a block"));
    return got != 0;
}

std::uint64_t Unpacker::numberField(const Block& block, std::size_t at, std::size_t size) const
{
    std::uint64_t number = 0;
    for (const char digit : textField(block, at, size)) {
        if (digit == ' ')
            continue;
        if (digit < '0' || digit > '7' || number >> 60 != 0)
            damaged(LOCKSTEP_TEXT("a number is not octal"));
        number = number * 8 + static_cast<std::uint64_t>(digit - '0');
    }
    return number;
}

Entry Unpacker::parse(const Block& block) const
{
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < block.size(); ++i)
        sum += i >= 148 && i < 156 ? ' ' : block[i];
    if (sum != numberField(block, 148, 8))
        damaged(LOCKSTEP_TEXT("a header has a wrong checksum"));
    Entry entry;
    const std::string prefix =
        textField(block, 257, 5) == "ustar" ? textField(block, 345, 155) : std::string();
    entry.name = (prefix.empty() ? "" : prefix + "/") + textField(block, 0, 100);
    entry.bytes = numberField(block, 124, 12);
    entry.regular = block[156] == '0' || block[156] == 0;
    return entry;
}

/// Reads past the content of an entry, padding included.
void Unpacker::passContent(std::uint64_t bytes, std::ofstream* copy)
{
    Block block;
    for (std::uint64_t left = bytes; left > 0;) {
        if (!readBlock(block))
            damaged(LOCKSTEP_TEXT("it ends inside a file"));
        const std::uint64_t used = std::min<std::uint64_t>(left, kBlock);
        if (copy)
            copy->write(reinterpret_cast<const char*>(block.data()), static_cast<std::streamsize>(used));
        left -= used;
    }
}

void Unpacker::take(const Entry& entry, const PublicFile& file)
{
    if (entry.bytes != file.bytes)
        damaged(LOCKSTEP_TEXT("one of its files has another size than it should"));
    const std::string path = m_target + "/" + file.name;
    std::ofstream copy(path, std::ios::binary | std::ios::trunc);
    passContent(entry.bytes, &copy);
    if (!copy.flush())
        throwDataError(LOCKSTEP_TEXT("%1 cannot be written: %2."), {path, std::strerror(errno)});
    m_taken.insert(file.name);
}

void Unpacker::run()
{
    Block block;
    for (int i = 0; readBlock(block); ++i) {
        if (i == kMaxEntries)
            damaged(LOCKSTEP_TEXT("it has too many entries"));
        if (std::all_of(block.begin(), block.end(), [](std::uint8_t byte) { return byte == 0; }))
            break; // the end; what follows is padding
        const Entry entry = parse(block);
        const auto file = std::find_if(m_files.begin(), m_files.end(), [&](const PublicFile& wanted) {
            return entry.regular && entry.name == m_inside + "/" + wanted.name;
        });
        if (file != m_files.end())
            take(entry, *file);
        else
            passContent(entry.bytes, nullptr);
    }
    for (const PublicFile& file : m_files)
        if (!m_taken.contains(file.name))
            throwDataError(LOCKSTEP_TEXT("The archive %1 does not hold %2."),
                           {m_source.path(), m_inside + "/" + file.name});
}

/// Removed with its content unless released.
class TemporaryFolder {
public:
    explicit TemporaryFolder(std::string pattern) : m_path(std::move(pattern))
    {
        if (!::mkdtemp(m_path.data()))
            throwDataError(LOCKSTEP_TEXT("The folder %1 cannot be made: %2."),
                           {m_path, std::strerror(errno)});
    }
    ~TemporaryFolder()
    {
        std::error_code ignored;
        fs::remove_all(m_path, ignored);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    const std::string& path() const { return m_path; }

private:
    std::string m_path;
};

} // namespace

void unpackArchive(const std::string& archive, const std::string& inside,
                   const std::vector<PublicFile>& files, const std::string& folder)
{
    const TemporaryFolder temporary(folder + "/unpacking-XXXXXX");
    const std::string fresh = temporary.path() + "/" + inside;
    std::error_code failed;
    fs::create_directory(fresh, failed);
    Unpacker(archive, inside, files, fresh).run();
    const std::string target = folder + "/" + inside;
    // An older folder is put aside and removed with the temporary one.
    fs::rename(target, temporary.path() + "/before", failed);
    fs::rename(fresh, target, failed);
    if (failed)
        throwDataError(LOCKSTEP_TEXT("The folder %1 cannot be put in place: %2."),
                       {target, failed.message()});
}

} // namespace lockstep

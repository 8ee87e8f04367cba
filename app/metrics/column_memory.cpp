// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/metrics/column_memory.h"

#include <QDir>
#include <QFile>
#include <QStandardPaths>
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <new>
#include <sys/mman.h>
#include <unistd.h>

namespace lockstep {

namespace {

constexpr std::size_t kMostInMemory = std::size_t{2} << 30;

std::size_t pageBytes()
{
    static const auto bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    return bytes;
}

std::size_t usualLimit()
{
    const auto pages = static_cast<std::size_t>(std::max(sysconf(_SC_PHYS_PAGES), 0L));
    return std::min(kMostInMemory, pages * pageBytes() / 4);
}

} // namespace

ColumnMemory& ColumnMemory::ofProgram()
{
    // Never destroyed: series of static storage may outlive any order of destruction.
    static auto* memory =
        new ColumnMemory(usualLimit(), QStandardPaths::writableLocation(QStandardPaths::CacheLocation));
    return *memory;
}

ColumnMemory::ColumnMemory(std::size_t limit, QString folder) : m_limit(limit), m_folder(std::move(folder)) {}

ColumnMemory::Block ColumnMemory::grown(const Block& block, std::size_t used, std::size_t bytes)
{
    Block larger;
    {
        const MutexLock lock(m_mutex);
        const bool fits = m_memoryBytes + bytes <= m_limit;
        if (bytes >= kSmallestMapped && (block.offset >= 0 || !fits))
            larger = mapped(bytes);
        if (larger.data == nullptr)
            m_memoryBytes += bytes;
    }
    if (larger.data != nullptr) {
        std::memcpy(larger.data, block.data, used);
        release(block);
        return larger;
    }
    larger.bytes = bytes;
    // The allocator moves the pages of large blocks without copying them.
    larger.data = block.offset < 0 ? std::realloc(block.data, bytes) : std::malloc(bytes);
    if (larger.data == nullptr)
        throw std::bad_alloc();
    if (block.offset >= 0) {
        std::memcpy(larger.data, block.data, used);
        release(block);
    } else {
        const MutexLock lock(m_mutex);
        m_memoryBytes -= block.bytes;
    }
    return larger;
}

void ColumnMemory::release(const Block& block)
{
    const MutexLock lock(m_mutex);
    if (block.offset < 0) {
        std::free(block.data);
        m_memoryBytes -= block.bytes;
        return;
    }
    munmap(block.data, block.bytes);
    m_fileBytes -= block.bytes;
    // Its room on the disk is free again, its place in the file is not used any more.
    fallocate(m_file.get(), FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, block.offset,
              static_cast<off_t>(block.bytes));
}

/// Null when the disk has no room.
ColumnMemory::Block ColumnMemory::mapped(std::size_t bytes)
{
    if (m_hasGivenUp || !openFile())
        return {};
    bytes = (bytes + pageBytes() - 1) / pageBytes() * pageBytes();
    // Writing to a page without room on the disk would end the program: the room is taken beforehand.
    if (const int error = posix_fallocate(m_file.get(), m_fileEnd, static_cast<off_t>(bytes))) {
        giveUp(error);
        return {};
    }
    void* data = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, m_file.get(), m_fileEnd);
    if (data == MAP_FAILED) {
        giveUp(errno);
        return {};
    }
    const Block block{data, bytes, m_fileEnd};
    m_fileEnd += static_cast<std::int64_t>(bytes);
    m_fileBytes += bytes;
    return block;
}

bool ColumnMemory::openFile()
{
    if (m_file)
        return true;
    QDir().mkpath(m_folder);
    QByteArray path = QFile::encodeName(m_folder + QStringLiteral("/columns-XXXXXX"));
    m_file = Descriptor(mkostemp(path.data(), O_CLOEXEC));
    if (!m_file) {
        giveUp(errno);
        return false;
    }
    unlink(path.constData());
    return true;
}

void ColumnMemory::giveUp(int error)
{
    m_hasGivenUp = true;
    m_problem = Error{LOCKSTEP_TEXT("The numbers of this run stay in memory, which may become scarce: they "
                                    "cannot be put aside in %1: %2. Make room there."),
                      {m_folder.toStdString(), std::strerror(error)},
                      {}};
}

std::size_t ColumnMemory::memoryBytes() const
{
    const MutexLock lock(m_mutex);
    return m_memoryBytes;
}

std::size_t ColumnMemory::fileBytes() const
{
    const MutexLock lock(m_mutex);
    return m_fileBytes;
}

std::optional<Error> ColumnMemory::takeProblem()
{
    const MutexLock lock(m_mutex);
    return std::exchange(m_problem, std::nullopt);
}

} // namespace lockstep

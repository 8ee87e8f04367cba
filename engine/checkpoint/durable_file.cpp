// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/checkpoint/durable_file.h"

#include "engine/checkpoint/input_file.h"
#include "engine/core/error.h"
#include "engine/core/files.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

namespace lockstep {
namespace {

/// Seconds on the slowest disk that anybody trains on; on a quick one, still no burden.
constexpr std::int64_t kFlushBytes = 16 << 20;

[[noreturn]] void throwSystemError(const char* text, const std::string& path)
{
    throw EngineError(ExitCode::CheckpointError, Error{text, {path, std::strerror(errno)}, {}});
}

} // namespace

DurableFile::DurableFile(std::string path, Progress progress)
    : m_path(std::move(path)), m_temporary(m_path + ".tmp"), m_progress(std::move(progress))
{
    m_file =
        Descriptor(open(m_temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0644));
    if (!m_file)
        throwSystemError(LOCKSTEP_TEXT("Cannot create %1: %2."), m_temporary);
}

DurableFile::~DurableFile()
{
    if (!m_temporary.empty())
        unlink(m_temporary.c_str());
}

void DurableFile::write(std::span<const std::byte> bytes)
{
    m_hash.update(bytes);
    while (!bytes.empty()) {
        const auto room = static_cast<std::size_t>(m_safe + kFlushBytes - m_size);
        const std::span<const std::byte> piece = bytes.first(std::min(bytes.size(), room));
        errno = writeWhole(m_file.get(), {reinterpret_cast<const char*>(piece.data()), piece.size()});
        if (errno != 0)
            throwSystemError(LOCKSTEP_TEXT("Cannot write %1: %2."), m_temporary);
        m_size += static_cast<std::int64_t>(piece.size());
        bytes = bytes.subspan(piece.size());
        if (m_size < m_safe + kFlushBytes)
            continue;
        if (fdatasync(m_file.get()) != 0)
            throwSystemError(LOCKSTEP_TEXT("Cannot force %1 to the disk: %2."), m_temporary);
        tellOfRest();
    }
}

void DurableFile::tellOfRest()
{
    const std::int64_t bytes = m_size - std::exchange(m_safe, m_size);
    if (m_progress && bytes > 0)
        m_progress(bytes);
}

void DurableFile::commit()
{
    errno = putInPlace(std::move(m_file), AT_FDCWD, m_temporary, m_path);
    if (errno != 0)
        throwSystemError(LOCKSTEP_TEXT("Cannot force %1 to the disk: %2."), m_temporary);
    m_temporary.clear();
    tellOfRest();
}

void syncFolder(const std::string& path)
{
    const Descriptor folder(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!folder || fsync(folder.get()) != 0)
        throwSystemError(LOCKSTEP_TEXT("Cannot force the folder %1 to the disk: %2."), path);
}

std::string readWholeFile(const std::string& path, std::int64_t size, std::int64_t limit)
{
    InputFile file(path);
    if (size >= 0)
        file.requireSize(size);
    else if (file.size() > limit)
        throw EngineError(ExitCode::CheckpointError,
                          Error{LOCKSTEP_TEXT("%1 has %2 bytes, expected at most %3."),
                                {path, std::to_string(file.size()), std::to_string(limit)},
                                {}});
    std::string bytes(static_cast<std::size_t>(file.size()), '\0');
    file.read(bytes);
    return bytes;
}

} // namespace lockstep

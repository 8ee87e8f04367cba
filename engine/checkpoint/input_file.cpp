// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/checkpoint/input_file.h"

#include "engine/checkpoint/refuse.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace lockstep {

InputFile::InputFile(std::string path) : m_path(std::move(path))
{
    // Without O_NONBLOCK a named pipe would hold the reader for ever.
    m_file = Descriptor(open(m_path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
    struct stat status {};
    if (!m_file || fstat(m_file.get(), &status) != 0)
        refuseFile(LOCKSTEP_TEXT("Cannot open %1: %2."), {m_path, std::strerror(errno)});
    if (!S_ISREG(status.st_mode))
        refuseFile(LOCKSTEP_TEXT("%1 is not a file."), {m_path});
    m_size = status.st_size;
}

void InputFile::requireSize(std::int64_t bytes) const
{
    if (m_size != bytes)
        refuseFile(LOCKSTEP_TEXT("%1 has %2 bytes, expected %3: it is damaged."),
                   {m_path, std::to_string(m_size), std::to_string(bytes)});
}

void InputFile::read(std::span<char> bytes)
{
    while (!bytes.empty()) {
        const ssize_t count = ::read(m_file.get(), bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            refuseFile(LOCKSTEP_TEXT("Cannot read %1: %2."), {m_path, std::strerror(errno)});
        if (count == 0)
            refuseFile(LOCKSTEP_TEXT("%1 became shorter while it was read."), {m_path});
        bytes = bytes.subspan(static_cast<std::size_t>(count));
    }
}

void InputFile::rewind()
{
    if (lseek(m_file.get(), 0, SEEK_SET) != 0)
        refuseFile(LOCKSTEP_TEXT("Cannot read %1: %2."), {m_path, std::strerror(errno)});
}

} // namespace lockstep

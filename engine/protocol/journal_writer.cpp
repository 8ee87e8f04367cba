// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/journal.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <system_error>

namespace lockstep {
namespace {

constexpr std::size_t kReadBytes = 256u << 10;

[[noreturn]] void throwSystemError(const char* what, const std::string& path)
{
    throw std::system_error(errno, std::generic_category(), std::string(what) + ' ' + path);
}

struct JournalEnd {
    std::uint64_t size = 0; ///< of the whole lines
    std::uint64_t sequence = 0;
};

/// Reads an existing journal to find where it goes on.
JournalEnd findEnd(int descriptor, const std::string& path)
{
    JournalReader reader;
    std::string buffer(kReadBytes, '\0');
    for (std::uint64_t offset = 0;;) {
        const ssize_t count = pread(descriptor, buffer.data(), buffer.size(), static_cast<off_t>(offset));
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            throwSystemError("cannot read the journal", path);
        if (count == 0)
            return {reader.offset(), reader.nextSequence()};
        (void)reader.feed({buffer.data(), static_cast<std::size_t>(count)});
        offset += static_cast<std::uint64_t>(count);
    }
}

template <typename Clock, typename Unit>
std::int64_t now()
{
    return std::chrono::duration_cast<Unit>(Clock::now().time_since_epoch()).count();
}

} // namespace

JournalWriter::JournalWriter(const std::string& path) : m_path(path)
{
    m_file = Descriptor(open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0644));
    if (!m_file)
        throwSystemError("cannot open the journal", path);
    const JournalEnd end = findEnd(m_file.get(), path);
    if (ftruncate(m_file.get(), static_cast<off_t>(end.size)) != 0)
        throwSystemError("cannot cut the torn end of the journal", path);
    m_size = end.size;
    m_sequence = end.sequence;
}

void JournalWriter::write(Event event)
{
    using namespace std::chrono;
    m_line.clear();
    appendRecord(m_line, {m_sequence, now<steady_clock, nanoseconds>(), now<system_clock, milliseconds>(),
                          std::move(event)});
    if (const int reason = writeWhole(m_file.get(), m_line); reason != 0) {
        // A piece of a line left behind would spoil the next record as well.
        if (ftruncate(m_file.get(), static_cast<off_t>(m_size)) != 0)
            throwSystemError("cannot take back a torn record of the journal", m_path);
        errno = reason;
        throwSystemError("cannot write the journal", m_path);
    }
    m_size += m_line.size();
    ++m_sequence;
}

void JournalWriter::sync()
{
    if (fdatasync(m_file.get()) != 0)
        throwSystemError("cannot force the journal to the disk:", m_path);
}

} // namespace lockstep

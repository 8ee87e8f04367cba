// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/attempt_record.h"

#include "engine/core/files.h"

#include <cerrno>
#include <fcntl.h>
#include <system_error>
#include <unistd.h>

namespace lockstep {
AttemptRecord::AttemptRecord(const HostFolder& folder, int attempt)
{
    const std::string journal = folder.path() + "/" + hostJournal(attempt, folder.host());
    const std::string log = folder.path() + "/" + hostLog(attempt, folder.host());
    try {
        m_journal = std::make_unique<JournalWriter>(journal);
    } catch (const std::system_error& error) {
        throw fileError(journal, error.code().value());
    }
    m_log = Descriptor(::open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0600));
    if (!m_log)
        throw fileError(log, errno);
}

void AttemptRecord::note(const std::string& sentence)
{
    std::string line = timeStamp() + sentence + "\n";
    if (m_dropped > 0)
        line = timeStamp() + std::to_string(m_dropped) + " lines or records could not be written.\n" + line;
    const ssize_t written = ::write(m_log.get(), line.data(), line.size());
    m_dropped = written == static_cast<ssize_t>(line.size()) ? 0 : m_dropped + 1;
}

void AttemptRecord::warn(const Sentence& warning)
{
    note(warning.english());
    write(Warned{warning});
}

void AttemptRecord::write(const Event& event)
{
    try {
        m_journal->write(event);
    } catch (const std::system_error&) {
        ++m_dropped;
    }
}

void AttemptRecord::sync()
{
    try {
        m_journal->sync();
    } catch (const std::system_error&) {
        ++m_dropped;
    }
}

} // namespace lockstep

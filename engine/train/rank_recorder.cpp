// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/train/rank_recorder.h"

#include "engine/core/files.h"
#include "engine/protocol/run_files.h"

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

namespace lockstep {
namespace {

/// Of a file in the run folder, whose own folder is made.
std::string pathOf(const std::string& runFolder, const std::string& file)
{
    const auto path = std::filesystem::path(runFolder) / file;
    std::filesystem::create_directories(path.parent_path());
    return path.string();
}

void writeLine(int descriptor, std::string_view line, const std::string& path)
{
    if (const int reason = writeWhole(descriptor, line); reason != 0)
        throw std::system_error(reason, std::generic_category(), path);
}

} // namespace

RankRecorder::RankRecorder(const std::string& runFolder, int attempt, int rank, Echo echo)
    : m_journal(pathOf(runFolder, rankJournal(attempt, rank))), m_echo(echo),
      m_logPath(pathOf(runFolder, rankLog(attempt, rank))),
      m_log(::open(m_logPath.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600)),
      m_begin(std::chrono::steady_clock::now())
{
    if (!m_log)
        throw std::system_error(errno, std::generic_category(), m_logPath);
}

void RankRecorder::prepareStart(const RankStarted& start)
{
    const MutexLock lock(m_mutex);
    m_start = start;
}

void RankRecorder::start()
{
    const MutexLock lock(m_mutex);
    startLocked();
}

void RankRecorder::startLocked()
{
    if (std::exchange(m_started, true))
        return;
    m_journal.write(m_start);
}

void RankRecorder::record(Event event)
{
    const MutexLock lock(m_mutex);
    if (m_finished)
        return;
    startLocked();
    m_journal.write(std::move(event));
}

std::optional<ExitCode> RankRecorder::finished() const
{
    const MutexLock lock(m_mutex);
    return m_finished;
}

void RankRecorder::log(std::string_view line)
{
    const std::string text = timeStamp() + std::string(line) + "\n";
    writeLine(m_log.get(), text, m_logPath);
    if (m_echo == Echo::ToStandardOutput)
        writeLine(STDOUT_FILENO, text, "standard output");
}

void RankRecorder::warn(const Sentence& warning)
{
    record(Warned{warning});
    log("warning: " + warning.english());
}

void RankRecorder::finish(RankFinished finished)
{
    finished.seconds = seconds();
    const MutexLock lock(m_mutex);
    if (m_finished)
        return;
    m_finished = static_cast<ExitCode>(finished.exitCode);
    startLocked();
    m_journal.write(std::move(finished));
    m_journal.sync();
}

double RankRecorder::seconds() const
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - m_begin).count();
}

} // namespace lockstep

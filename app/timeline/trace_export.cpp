// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/trace_export.h"

#include "app/timeline/clock_alignment.h"
#include "app/timeline/timeline_scanner.h"
#include "app/timeline/trace_writer.h"
#include "engine/protocol/process_placement.h"
#include "engine/protocol/run_files.h"

#include <QFile>
#include <QFileInfo>
#include <QSaveFile>
#include <algorithm>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace lockstep {

namespace {

constexpr qint64 kChunkBytes = 1 << 20;
/// Of a rank and attempt, kept to align the clocks: hours of them.
constexpr std::size_t kMaxMoments = 1 << 14;

/// The journal of one rank of one attempt.
struct Journal {
    int attempt = 1;
    Placement placement;
    QString path;
    ClockSource source{};
    std::int64_t firstNs = std::numeric_limits<std::int64_t>::max(); ///< of its host
    HostClock clock{};
};

std::vector<Journal> journalsOf(const RunFolder& folder)
{
    std::vector<Journal> journals;
    for (int attempt = 1; attempt <= folder.info().attempt; ++attempt) {
        for (const Placement& placement : placeRanks(folder.experimentOf(attempt))) {
            const QString path =
                folder.mirrorPath(QString::fromStdString(rankJournal(attempt, placement.rank)));
            if (QFileInfo(path).isFile())
                journals.push_back({attempt, placement, path});
        }
    }
    return journals;
}

Error fileError(const char* text, const QFileDevice& file)
{
    return Error{text, {file.fileName().toStdString(), file.errorString().toStdString()}, {}};
}

/// Reads every journal twice: what the clocks have in common first, then the steps.
class TraceExport {
public:
    TraceExport(const RunFolder& folder, const TraceProgress& progress)
        : m_folder(folder), m_journals(journalsOf(folder)), m_progress(progress)
    {
        for (const Journal& journal : m_journals)
            m_total += 2 * QFileInfo(journal.path).size();
    }

    Result<qint64> write(const QString& file)
    {
        for (Journal& journal : m_journals) {
            if (const auto error = gatherClock(journal))
                return *error;
        }
        align();
        if (m_firstNs == std::numeric_limits<std::int64_t>::max())
            return Error{
                LOCKSTEP_TEXT("The journals of this run do not tell where the time of its steps went: "
                              "they were written by an older engine, or no step has ended yet."),
                {},
                {}};
        QSaveFile out(file);
        if (!out.open(QIODevice::WriteOnly))
            return fileError(LOCKSTEP_TEXT("Cannot write %1: %2."), out);
        TraceWriter writer(out, m_firstNs);
        writer.begin(m_folder.info().name.toStdString());
        for (const Journal& journal : m_journals) {
            if (const auto error = writeSteps(journal, writer))
                return *error;
        }
        if (!writer.end() || !out.commit())
            return fileError(LOCKSTEP_TEXT("Cannot write %1: %2."), out);
        return m_steps;
    }

private:
    std::optional<Error> read(const Journal& journal, const TimelineScanner::Found& found)
    {
        QFile file(journal.path);
        if (!file.open(QIODevice::ReadOnly | QIODevice::Unbuffered))
            return fileError(LOCKSTEP_TEXT("Cannot read %1: %2."), file);
        TimelineScanner scanner;
        m_buffer.resize(kChunkBytes);
        for (qint64 count = 0; (count = file.read(m_buffer.data(), kChunkBytes)) > 0;) {
            scanner.feed({m_buffer.data(), static_cast<std::size_t>(count)}, found);
            m_done += count;
            if (m_progress && !m_progress(m_done, std::max(m_total, m_done)))
                return Error{LOCKSTEP_TEXT("The trace was given up."), {}, {}};
        }
        if (file.error() != QFileDevice::NoError)
            return fileError(LOCKSTEP_TEXT("Cannot read %1: %2."), file);
        return {};
    }

    std::optional<Error> gatherClock(Journal& journal)
    {
        journal.source.host = static_cast<int>(journal.placement.host);
        std::int64_t stride = 1;
        return read(journal, [&](ToldStep&& told) {
            if (journal.firstNs == std::numeric_limits<std::int64_t>::max())
                journal.source.wallMinusMonotonicNs = told.wallMinusMonotonicNs;
            journal.firstNs = std::min(journal.firstNs, told.timeline.startNs);
            const auto moment = commonMoment(told.timeline);
            if (!moment || moment->step % stride != 0)
                return;
            std::vector<CommonMoment>& moments = journal.source.moments;
            moments.push_back(*moment);
            if (moments.size() < kMaxMoments)
                return;
            // A power of two, so that all ranks keep the same steps.
            stride *= 2;
            std::erase_if(moments, [&](const CommonMoment& one) { return one.step % stride != 0; });
        });
    }

    void align()
    {
        for (std::size_t begin = 0, end = 0; begin < m_journals.size(); begin = end) {
            std::vector<ClockSource> sources;
            for (end = begin; end < m_journals.size() && m_journals[end].attempt == m_journals[begin].attempt;
                 ++end)
                sources.push_back(std::move(m_journals[end].source));
            const std::vector<HostClock> clocks = alignClocks(sources);
            for (std::size_t i = begin; i < end; ++i) {
                Journal& journal = m_journals[i];
                journal.clock = clocks[i - begin];
                if (journal.firstNs != std::numeric_limits<std::int64_t>::max())
                    m_firstNs = std::min(m_firstNs, journal.clock.shared(journal.firstNs));
            }
        }
    }

    std::optional<Error> writeSteps(const Journal& journal, TraceWriter& writer)
    {
        const int rank = journal.placement.rank;
        const auto& hosts = m_folder.experiment().topology.hosts;
        writer.beginRank(rank, hosts[journal.placement.host].name, toString(journal.placement.device));
        return read(journal, [&](ToldStep&& told) {
            writer.addStep(rank, told.timeline, journal.clock.shared(told.timeline.startNs));
            ++m_steps;
        });
    }

    const RunFolder& m_folder;
    std::vector<Journal> m_journals;
    const TraceProgress& m_progress;
    std::vector<char> m_buffer;
    qint64 m_done = 0;
    qint64 m_total = 0;
    std::int64_t m_firstNs = std::numeric_limits<std::int64_t>::max(); ///< on the clock of all
    qint64 m_steps = 0;
};

} // namespace

Result<qint64> writeTrace(const RunFolder& folder, const QString& file, const TraceProgress& progress)
{
    return TraceExport(folder, progress).write(file);
}

} // namespace lockstep

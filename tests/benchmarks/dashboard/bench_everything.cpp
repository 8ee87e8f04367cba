// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/metrics/column_memory.h"
#include "app/runs/run_view.h"
#include "tests/app/summary/recorded_run.h"
#include "tests/benchmarks/dashboard/bench_dashboard.h"
#include "tests/benchmarks/dashboard/window_watch.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QThread>
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <initializer_list>
#include <memory>

namespace lockstep {

namespace {

constexpr int kBatchMs = 50; ///< as mirrors hand records on

Record recordOf(std::int64_t step)
{
    StepFinished event;
    event.step = step;
    event.loss = 0.35 + 0.001 * static_cast<double>(step % 977);
    event.samples = 50;
    event.samplesPerSecond = 2471.25;
    event.forwardSeconds = 0.0071;
    event.networkSeconds = 0.0008;
    return {static_cast<std::uint64_t>(step), step * 1'000'000, 1'795'219'200'000 + step, event};
}

/// The lines that a rank writes in a while.
std::string linesOf(std::int64_t first, std::int64_t count)
{
    std::string text;
    for (std::int64_t step = first; step < first + count; ++step)
        appendRecord(text, recordOf(step));
    return text;
}

/// Writes and reads journals of all ranks as their hosts and mirrors do, and hands records on to `view`, from
/// the step `first` on.
std::unique_ptr<QThread> feeder(RunView& view, int ranks, int recordsPerSecond, std::int64_t first,
                                const std::atomic<bool>& stopped)
{
    return std::unique_ptr<QThread>(QThread::create([&view, ranks, recordsPerSecond, first, &stopped] {
        std::vector<JournalReader> readers(static_cast<std::size_t>(ranks));
        const std::int64_t count = std::int64_t{recordsPerSecond} * kBatchMs / 1000;
        QElapsedTimer timer;
        timer.start();
        for (std::int64_t batch = 0; !stopped; ++batch) {
            const std::string text = linesOf(first + batch * count, count);
            for (int rank = 0; rank < ranks; ++rank) {
                JournalReader::Chunk chunk = readers[static_cast<std::size_t>(rank)].feed(text);
                QVector<Record> records(chunk.records.begin(), chunk.records.end());
                QMetaObject::invokeMethod(
                    &view, [&view, rank, records] { view.addRecords(rank, records); }, Qt::QueuedConnection);
            }
            const qint64 due = (batch + 1) * kBatchMs;
            if (timer.elapsed() < due)
                QThread::msleep(static_cast<unsigned long>(due - timer.elapsed()));
        }
    }));
}

/// The page of a run that trains, on the screen.
class LivePage {
public:
    explicit LivePage(int ranks)
        : m_folder(RunFolder::create(m_runs.path(), recordedExperiment({.ranksPerHost = ranks})))
    {
        if (!m_folder.ok())
            qFatal("no run folder can be made in %s", qPrintable(m_runs.path()));
        m_view.resize(1600, 1000);
        m_view.showRun(*m_folder);
        m_view.setPhase(RunPhase::Training);
        m_view.show();
    }
    RunView& view() { return m_view; }

private:
    QTemporaryDir m_runs;
    Result<RunFolder> m_folder;
    RunView m_view;
};

/// Hands a minute of all ranks on, as fast as the page takes it.
void feedMinute(RunView& view, int ranks, int recordsPerSecond, std::int64_t minute)
{
    constexpr std::int64_t kAtOnce = 1000;
    const std::int64_t count = std::int64_t{60} * recordsPerSecond;
    for (std::int64_t step = minute * count; step < (minute + 1) * count; step += kAtOnce) {
        QVector<Record> records;
        for (std::int64_t next = step; next < std::min(step + kAtOnce, (minute + 1) * count); ++next)
            records.append(recordOf(next));
        for (int rank = 0; rank < ranks; ++rank)
            view.addRecords(rank, records);
    }
    QCoreApplication::processEvents();
}

/// `page` shows what arrives from the step `first` on.
void watchLive(LivePage& page, int ranks, int recordsPerSecond, std::int64_t first,
               std::initializer_list<std::int64_t> seconds)
{
    std::atomic<bool> stopped = false;
    const std::unique_ptr<QThread> thread = feeder(page.view(), ranks, recordsPerSecond, first, stopped);
    thread->start();
    for (const std::int64_t part : seconds)
        watchWindow(part);
    stopped = true;
    thread->wait();
    QCoreApplication::sendPostedEvents();
}

} // namespace

void benchEverythingAtOnce(int ranks, int recordsPerSecond, std::int64_t seconds)
{
    LivePage page(ranks);
    std::printf("%d ranks x %d records/s, all of the page\n", ranks, recordsPerSecond);
    watchLive(page, ranks, recordsPerSecond, 0, {seconds / 4, seconds - seconds / 4});
}

void benchHistory(int ranks, int recordsPerSecond, std::int64_t minutes)
{
    LivePage page(ranks);
    std::printf("%d ranks x %d records/s, %lld minutes of them\n", ranks, recordsPerSecond,
                static_cast<long long>(minutes));
    const std::int64_t shown = std::max<std::int64_t>(1, minutes / 12);
    for (std::int64_t minute = 0; minute < minutes; ++minute) {
        feedMinute(page.view(), ranks, recordsPerSecond, minute);
        if ((minute + 1) % shown == 0)
            std::printf(
                "  after %3lld min: memory %5.0f MiB, columns %5.0f MiB of it, %5.0f MiB in their file "
                "(%.0f in memory now)\n",
                static_cast<long long>(minute + 1), memoryMiB("RssAnon"),
                static_cast<double>(ColumnMemory::ofProgram().memoryBytes()) / 1048576,
                static_cast<double>(ColumnMemory::ofProgram().fileBytes()) / 1048576,
                memoryMiB("RssFile") + memoryMiB("RssShmem"));
        std::fflush(stdout);
    }
    watchLive(page, ranks, recordsPerSecond, minutes * 60 * recordsPerSecond, {5, 15});
}

} // namespace lockstep

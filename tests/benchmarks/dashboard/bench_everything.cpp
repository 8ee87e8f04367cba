// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/run_view.h"
#include "tests/app/summary/recorded_run.h"
#include "tests/benchmarks/dashboard/bench_dashboard.h"

#include <QAbstractEventDispatcher>
#include <QCoreApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QFile>
#include <QTemporaryDir>
#include <QThread>
#include <QTimer>
#include <atomic>
#include <cstdio>
#include <memory>

namespace lockstep {

namespace {

constexpr int kBatchMs = 50; ///< as mirrors hand records on

/// The lines that a rank writes in a while.
std::string linesOf(std::int64_t first, std::int64_t count)
{
    std::string text;
    for (std::int64_t step = first; step < first + count; ++step) {
        StepFinished event;
        event.step = step;
        event.loss = 0.35 + 0.001 * static_cast<double>(step % 977);
        event.samples = 50;
        event.samplesPerSecond = 2471.25;
        event.forwardSeconds = 0.0071;
        event.networkSeconds = 0.0008;
        appendRecord(text,
                     {static_cast<std::uint64_t>(step), step * 1'000'000, 1'795'219'200'000 + step, event});
    }
    return text;
}

/// Memory of this process that no file stands behind, in MiB.
double anonymousMiB()
{
    QFile status(QStringLiteral("/proc/self/status"));
    if (!status.open(QIODevice::ReadOnly))
        return 0;
    for (const QByteArray& line : status.readAll().split('\n'))
        if (line.startsWith("RssAnon:"))
            return line.mid(8).trimmed().split(' ').first().toDouble() / 1024;
    return 0;
}

/// What the GUI thread computes between two waits for events.
class BusyTimes {
public:
    BusyTimes()
    {
        // Waiting computes nothing, so all between two beginnings of it is work.
        QObject::connect(QAbstractEventDispatcher::instance(), &QAbstractEventDispatcher::aboutToBlock,
                         &m_context, [this] {
                             const double now = threadMilliseconds();
                             m_times.push_back(now - m_began);
                             m_began = now;
                         });
    }
    const std::vector<double>& times() const { return m_times; }

private:
    QObject m_context;
    double m_began = threadMilliseconds();
    std::vector<double> m_times;
};

/// Writes and reads journals of all ranks as their hosts and mirrors do, and hands records on to `view`.
std::unique_ptr<QThread> feeder(RunView& view, int ranks, int recordsPerSecond,
                                const std::atomic<bool>& stopped)
{
    return std::unique_ptr<QThread>(QThread::create([&view, ranks, recordsPerSecond, &stopped] {
        std::vector<JournalReader> readers(static_cast<std::size_t>(ranks));
        const std::int64_t count = std::int64_t{recordsPerSecond} * kBatchMs / 1000;
        QElapsedTimer timer;
        timer.start();
        for (std::int64_t batch = 0; !stopped; ++batch) {
            const std::string text = linesOf(batch * count, count);
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

} // namespace

void benchEverythingAtOnce(int ranks, int recordsPerSecond, std::int64_t seconds)
{
    QTemporaryDir runs;
    Result<RunFolder> folder = RunFolder::create(runs.path(), recordedExperiment({.ranksPerHost = ranks}));
    if (!folder.ok())
        return;
    RunView view;
    view.resize(1600, 1000);
    view.showRun(*folder);
    view.setPhase(RunPhase::Training);
    view.show();
    std::atomic<bool> stopped = false;
    const std::unique_ptr<QThread> thread = feeder(view, ranks, recordsPerSecond, stopped);
    thread->start();
    std::printf("%d ranks x %d records/s, all of the page\n", ranks, recordsPerSecond);
    for (const std::int64_t part : {seconds / 4, seconds - seconds / 4}) {
        QEventLoop loop;
        QTimer::singleShot(std::chrono::seconds(part), &loop, &QEventLoop::quit);
        const BusyTimes busy;
        const double before = threadMilliseconds();
        const double memory = anonymousMiB();
        loop.exec();
        std::printf("  %lld s: GUI thread busy %.0f %%, memory %.0f -> %.0f MiB\n",
                    static_cast<long long>(part),
                    (threadMilliseconds() - before) / static_cast<double>(part) / 10, memory, anonymousMiB());
        printTimes("  between two waits for events", busy.times());
    }
    stopped = true;
    thread->wait();
    QCoreApplication::sendPostedEvents();
}

} // namespace lockstep

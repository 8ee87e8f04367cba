// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/summary/run_loader.h"

#include "app/metrics/column_memory.h"
#include "engine/protocol/mutex.h"
#include "engine/protocol/process_placement.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QThreadPool>
#include <QTimer>
#include <algorithm>
#include <atomic>
#include <functional>
#include <map>
#include <utility>

namespace lockstep {

namespace {

/// Small enough that its records stay in the processor's cache until they are stored, and that the allocator
/// keeps their memory for the next ones instead of giving it back to the system.
constexpr qint64 kChunkBytes = 64 << 10;
constexpr int kReportMs = 50;
constexpr int kSketchMs = 100;
constexpr qint64 kSketchShare = 20;         ///< sketching may take so manieth part of the time
constexpr std::size_t kSketchGroups = 1000; ///< about a pixel each

/// The journals of one rank, by attempt.
struct RankFiles {
    int rank = 0;
    QStringList paths;
    qint64 bytes = 0;
};

/// Numbers of the attempts that left a folder, ascending.
QVector<int> attemptsOf(const RunFolder& folder)
{
    QVector<int> attempts;
    for (const QString& name : QDir(folder.path()).entryList({QStringLiteral("attempt-*")}, QDir::Dirs)) {
        if (const auto attempt = attemptOf(name.toStdString()))
            attempts.append(*attempt);
    }
    std::sort(attempts.begin(), attempts.end());
    return attempts;
}

/// Attempts may be made with different hosts: of a rank that the present one lacks, those that had it tell.
QVector<RankFiles> journalsOf(const RunFolder& folder)
{
    std::map<int, RankFiles> files;
    for (const Placement& placement : placeRanks(folder.experiment()))
        files[placement.rank].rank = placement.rank;
    for (const int attempt : attemptsOf(folder)) {
        for (const Placement& placement : placeRanks(folder.experimentOf(attempt))) {
            const int rank = placement.rank;
            const QFileInfo info(folder.mirrorPath(QString::fromStdString(rankJournal(attempt, rank))));
            if (!info.isFile())
                continue;
            files[rank].rank = rank;
            files[rank].paths.append(info.filePath());
            files[rank].bytes += info.size();
        }
    }
    QVector<RankFiles> list;
    for (const auto& [rank, journals] : files)
        list.append(journals);
    return list;
}

/// What a worker is told and tells while it reads.
struct Reading {
    const std::atomic<bool>& cancelled;
    std::atomic<qint64>& done;
    std::function<void(const LoadedRun&)> extended; ///< after every piece
};

void readJournal(const QString& path, int rank, LoadedRun& run, const Reading& reading)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly | QIODevice::Unbuffered)) {
        run.error = Error{
            LOCKSTEP_TEXT("Cannot read %1: %2."), {path.toStdString(), file.errorString().toStdString()}, {}};
        return;
    }
    JournalReader reader;
    std::vector<char> buffer(static_cast<std::size_t>(kChunkBytes));
    for (qint64 count = 0; !reading.cancelled && (count = file.read(buffer.data(), kChunkBytes)) > 0;) {
        const JournalReader::Chunk chunk = reader.feed({buffer.data(), static_cast<std::size_t>(count)});
        run.damagedLines += chunk.damages.size();
        run.missingRecords += chunk.missingRecords;
        run.metrics.append(rank, run.summary.take(rank, chunk.records));
        reading.done += count;
        reading.extended(run);
    }
    if (file.error() != QFileDevice::NoError && !run.error)
        run.error = Error{
            LOCKSTEP_TEXT("Cannot read %1: %2."), {path.toStdString(), file.errorString().toStdString()}, {}};
}

void merge(LoadedRun& into, LoadedRun&& part)
{
    into.summary.merge(part.summary);
    into.metrics.merge(std::move(part.metrics));
    into.damagedLines += part.damagedLines;
    into.missingRecords += part.missingRecords;
    if (part.error && !into.error)
        into.error = part.error;
}

/// Shared with the workers, which may finish after the loader is gone.
struct LoadShared {
    std::atomic<qint64> done = 0;
    std::atomic<bool> cancelled = false;
    Mutex mutex;
    LoadedRun run LOCKSTEP_GUARDED_BY(mutex);
    MetricTable sketch LOCKSTEP_GUARDED_BY(mutex); ///< of ranks that came further since it was taken
    bool isSketched LOCKSTEP_GUARDED_BY(mutex) = false;
    qsizetype left LOCKSTEP_GUARDED_BY(mutex) = 0; ///< journals not finished
};

void showSoFar(const MetricTable& metrics, LoadShared& shared)
{
    MetricTable sketch = metrics.sketch(kSketchGroups);
    const MutexLock lock(shared.mutex);
    shared.sketch.merge(std::move(sketch));
    shared.isSketched = true;
}

/// Reads the journals of one rank and hands the result on.
void loadRank(const RankFiles& rank, const RunSummary& empty, LoadShared& shared)
{
    LoadedRun part;
    part.summary = empty;
    QElapsedTimer sinceShown;
    sinceShown.start();
    qint64 nextMs = kSketchMs;
    const auto extended = [&](const LoadedRun& run) {
        if (sinceShown.elapsed() < nextMs)
            return;
        sinceShown.start();
        showSoFar(run.metrics, shared);
        nextMs = std::max<qint64>(kSketchMs, kSketchShare * sinceShown.restart());
    };
    for (const QString& path : rank.paths)
        readJournal(path, rank.rank, part, {shared.cancelled, shared.done, extended});
    showSoFar(part.metrics, shared);
    const MutexLock lock(shared.mutex);
    merge(shared.run, std::move(part));
    --shared.left;
}

/// What all attempts have told, as the present one sees it.
void showPresent(LoadedRun& run, const Experiment& experiment)
{
    run.summary.setHosts(experiment);
    run.metrics.leaveBehind();
}

} // namespace

LoadedRun loadRun(const RunFolder& folder)
{
    LoadedRun run;
    run.summary = RunSummary(folder.drawn()); // has every rank that an attempt may have had
    std::atomic<qint64> done = 0;
    const std::atomic<bool> cancelled = false;
    for (const RankFiles& rank : journalsOf(folder)) {
        for (const QString& path : rank.paths)
            readJournal(path, rank.rank, run, {cancelled, done, [](const LoadedRun&) {}});
    }
    showPresent(run, folder.experiment());
    return run;
}

struct RunLoader::State {
    QThreadPool pool;
    QTimer timer;
    qint64 total = 0;
    Experiment experiment;
    std::shared_ptr<LoadShared> shared = std::make_shared<LoadShared>();
};

RunLoader::RunLoader(QObject* parent) : QObject(parent), m_state(std::make_unique<State>())
{
    m_state->timer.setInterval(kReportMs);
    connect(&m_state->timer, &QTimer::timeout, this, &RunLoader::check);
}

RunLoader::~RunLoader()
{
    // A worker looks at the flag after every chunk, so this ends within milliseconds.
    m_state->shared->cancelled = true;
    m_state->pool.clear();
    m_state->pool.waitForDone();
}

void RunLoader::load(const RunFolder& folder)
{
    const std::shared_ptr<LoadShared> shared = m_state->shared;
    const RunSummary empty(folder.drawn());
    m_state->experiment = folder.experiment();
    const QVector<RankFiles> journals = journalsOf(folder);
    {
        const MutexLock lock(shared->mutex);
        shared->run.summary = empty;
        shared->left = journals.size();
    }
    for (const RankFiles& rank : journals) {
        m_state->total += rank.bytes;
        m_state->pool.start([shared, rank, empty] { loadRank(rank, empty, *shared); });
    }
    m_state->timer.start();
}

void RunLoader::check()
{
    bool isFinished = false;
    bool isSketched = false;
    {
        const MutexLock lock(m_state->shared->mutex);
        isFinished = m_state->shared->left == 0;
        isSketched = m_state->shared->isSketched;
    }
    emit progress(m_state->shared->done, m_state->total);
    if (!isFinished) {
        if (isSketched)
            emit sketched();
        return;
    }
    m_state->timer.stop();
    emit loaded();
}

MetricTable RunLoader::takeSketch()
{
    const MutexLock lock(m_state->shared->mutex);
    m_state->shared->isSketched = false;
    return std::exchange(m_state->shared->sketch, {});
}

LoadedRun RunLoader::take()
{
    const MutexLock lock(m_state->shared->mutex);
    LoadedRun run = std::move(m_state->shared->run);
    showPresent(run, m_state->experiment);
    if (!run.error)
        run.error = ColumnMemory::ofProgram().takeProblem();
    return run;
}

} // namespace lockstep

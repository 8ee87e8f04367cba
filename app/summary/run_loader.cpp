// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/summary/run_loader.h"

#include "engine/protocol/mutex.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QThreadPool>
#include <QTimer>
#include <algorithm>
#include <atomic>

namespace lockstep {

namespace {

constexpr qint64 kChunkBytes = 1 << 20;
constexpr int kReportMs = 50;

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

QVector<RankFiles> journalsOf(const RunFolder& folder)
{
    const QVector<int> attempts = attemptsOf(folder);
    QVector<RankFiles> files;
    for (const Placement& placement : placeRanks(folder.experiment().topology)) {
        RankFiles rank;
        rank.rank = placement.rank;
        for (const int attempt : attempts) {
            const QString path =
                folder.mirrorPath(QString::fromStdString(rankJournal(attempt, placement.rank)));
            const QFileInfo info(path);
            if (!info.isFile())
                continue;
            rank.paths.append(path);
            rank.bytes += info.size();
        }
        files.append(rank);
    }
    return files;
}

void readJournal(const QString& path, int rank, LoadedRun& run, std::atomic<qint64>& done,
                 const std::atomic<bool>& cancelled)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly | QIODevice::Unbuffered)) {
        run.error = Error{
            LOCKSTEP_TEXT("Cannot read %1: %2."), {path.toStdString(), file.errorString().toStdString()}, {}};
        return;
    }
    JournalReader reader;
    std::vector<char> buffer(static_cast<std::size_t>(kChunkBytes));
    for (qint64 count = 0; !cancelled && (count = file.read(buffer.data(), kChunkBytes)) > 0; done += count) {
        const JournalReader::Chunk chunk = reader.feed({buffer.data(), static_cast<std::size_t>(count)});
        run.damagedLines += chunk.damages.size();
        run.missingRecords += chunk.missingRecords;
        run.metrics.append(rank, run.summary.take(rank, chunk.records));
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
    qsizetype left LOCKSTEP_GUARDED_BY(mutex) = 0; ///< journals not finished
};

} // namespace

LoadedRun loadRun(const RunFolder& folder)
{
    LoadedRun run;
    run.summary = RunSummary(folder.experiment());
    std::atomic<qint64> done = 0;
    const std::atomic<bool> cancelled = false;
    for (const RankFiles& rank : journalsOf(folder)) {
        for (const QString& path : rank.paths)
            readJournal(path, rank.rank, run, done, cancelled);
    }
    return run;
}

struct RunLoader::State {
    QThreadPool pool;
    QTimer timer;
    qint64 total = 0;
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
    const RunSummary empty(folder.experiment());
    const QVector<RankFiles> journals = journalsOf(folder);
    {
        const MutexLock lock(shared->mutex);
        shared->run.summary = empty;
        shared->left = journals.size();
    }
    for (const RankFiles& rank : journals) {
        m_state->total += rank.bytes;
        m_state->pool.start([shared, rank, empty] {
            LoadedRun part;
            part.summary = empty;
            for (const QString& path : rank.paths)
                readJournal(path, rank.rank, part, shared->done, shared->cancelled);
            const MutexLock lock(shared->mutex);
            merge(shared->run, std::move(part));
            --shared->left;
        });
    }
    m_state->timer.start();
}

void RunLoader::check()
{
    bool finished = false;
    {
        const MutexLock lock(m_state->shared->mutex);
        finished = m_state->shared->left == 0;
    }
    emit progress(m_state->shared->done, m_state->total);
    if (!finished)
        return;
    m_state->timer.stop();
    emit loaded();
}

LoadedRun RunLoader::take()
{
    const MutexLock lock(m_state->shared->mutex);
    return std::move(m_state->shared->run);
}

} // namespace lockstep

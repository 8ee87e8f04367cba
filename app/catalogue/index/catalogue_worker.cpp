// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/catalogue/index/catalogue_worker.h"

#include "app/catalogue/index/run_digest.h"
#include "remote/mirrors/run_watch.h"

#include <QDir>
#include <QFile>
#include <QSet>

namespace lockstep {

namespace {

/// So often a batch of runs is written and shown.
constexpr qint64 kBatchMs = 100;
/// A folder of this beginning is hidden, and so no run: what is left of one that is being deleted.
const QString kDeleted = QStringLiteral(".deleted-");

bool isSettled(const RunEntry& entry)
{
    return hasEnded(entry.phase()) && !entry.unknownSince;
}

QStringList foldersBelow(const QString& runs)
{
    QStringList folders;
    const QDir below(runs);
    for (const QString& name : below.entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Unsorted))
        folders.append(below.filePath(name));
    return folders;
}

/// Leftovers of a program that was ended while it deleted.
void finishDeletions(const QString& runs)
{
    const QDir below(runs);
    for (const QString& name : below.entryList({kDeleted + u'*'}, QDir::Dirs | QDir::Hidden))
        QDir(below.filePath(name)).removeRecursively();
}

} // namespace

CatalogueWorker::CatalogueWorker(QString engine, QString cache, const std::atomic<bool>& cancelled)
    : m_engine(std::move(engine)), m_cache(std::move(cache)), m_cancelled(cancelled)
{
}

void CatalogueWorker::open(const QString& runsFolder)
{
    if (m_cancelled)
        return;
    m_runsFolder = QDir(runsFolder).absolutePath();
    m_known.clear();
    m_store = std::make_unique<CatalogueStore>(m_cache, m_runsFolder);
    QVector<CatalogueRun> runs;
    for (StoredRun& stored : m_store->load()) {
        m_known[stored.run.folder()] = {stored.stamp, isSettled(stored.run.entry)};
        runs.append(std::move(stored.run));
    }
    emit opened(runs);
    if (m_store->wasDamaged())
        emit rebuilt();
    finishDeletions(m_runsFolder);
    scan();
}

void CatalogueWorker::scan()
{
    if (m_cancelled || !m_store)
        return;
    const QStringList present = foldersBelow(m_runsFolder);
    forgetAllBut(present);
    read(changedFolders(present));
    emit scanned();
}

QStringList CatalogueWorker::changedFolders(const QStringList& present) const
{
    QStringList folders;
    for (const QString& folder : present) {
        if (m_cancelled)
            return {};
        const auto known = m_known.constFind(folder);
        if (known == m_known.constEnd() || !known->isSettled || known->stamp != stampOf(folder))
            folders.append(folder);
    }
    // Ids begin with their date: the newest are seen first.
    std::sort(folders.begin(), folders.end(), std::greater());
    return folders;
}

void CatalogueWorker::forgetAllBut(const QStringList& present)
{
    QSet<QString> gone(m_known.keyBegin(), m_known.keyEnd());
    gone.subtract(QSet<QString>(present.begin(), present.end()));
    if (gone.isEmpty())
        return;
    const QStringList folders = gone.values();
    for (const QString& folder : folders)
        m_known.remove(folder);
    m_store->remove(folders);
    emit changed({}, folders);
}

void CatalogueWorker::read(const QStringList& folders)
{
    RunEntryReader reader(m_engine);
    std::vector<StoredRun> batch;
    QElapsedTimer clock;
    clock.start();
    int done = 0;
    for (const QString& folder : folders) {
        // Before its files are read: what is written meanwhile is read the next time.
        const QByteArray stamp = stampOf(folder);
        CatalogueRun run = digestRun(folder, reader, m_cancelled);
        if (m_cancelled)
            return;
        batch.push_back({stamp, std::move(run)});
        ++done;
        if (clock.elapsed() < kBatchMs)
            continue;
        take(batch);
        emit progress(done, static_cast<int>(folders.size()));
        clock.restart();
    }
    take(batch);
}

void CatalogueWorker::take(std::vector<StoredRun>& batch)
{
    if (batch.empty())
        return;
    m_store->put(batch);
    QVector<CatalogueRun> runs;
    for (StoredRun& stored : batch) {
        m_known[stored.run.folder()] = {stored.stamp, isSettled(stored.run.entry)};
        runs.append(std::move(stored.run));
    }
    batch.clear();
    emit changed(runs, {});
}

void CatalogueWorker::setLabels(const QString& runFolder, const RunLabels& labels)
{
    if (!m_store)
        return;
    if (const auto written = writeLabels(runFolder, labels); !written)
        emit failed(written.error());
    read({runFolder});
}

bool CatalogueWorker::mayRemove(const QString& runFolder, RunEntryReader& reader) const
{
    const bool isRun =
        QFileInfo(runFolder).absolutePath() == m_runsFolder && !QFileInfo(runFolder).isSymLink();
    return isRun && !isWatched(runFolder) && !reader.read(runFolder).isLive();
}

void CatalogueWorker::remove(const QStringList& runFolders)
{
    if (m_cancelled || !m_store)
        return;
    RunEntryReader reader(m_engine);
    for (const QString& folder : runFolders) {
        const std::string name = QFileInfo(folder).fileName().toStdString();
        if (!mayRemove(folder, reader)) {
            emit failed({LOCKSTEP_TEXT("The run %1 goes on, so it stays."), {name}, {}});
            continue;
        }
        // Gone at once for everybody, however long its files take.
        const QString doomed = m_runsFolder + u'/' + kDeleted + QString::fromStdString(name);
        if (!QFile::rename(folder, doomed) || !QDir(doomed).removeRecursively())
            emit failed(
                {LOCKSTEP_TEXT("The run %1 cannot be deleted: its folder may not be written."), {name}, {}});
    }
    scan();
}

} // namespace lockstep

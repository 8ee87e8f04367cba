// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/checkpoints/checkpoint_list.h"

#include "app/checkpoints/checkpoint_copy.h"
#include "engine/protocol/process_placement.h"
#include "engine/protocol/run_files.h"
#include "remote/mirrors/checkpoint_manifest.h"

#include <QDir>
#include <QFile>
#include <algorithm>

namespace lockstep {

namespace {

const Host* hostOfRankZero(const Experiment& experiment)
{
    for (const Placement& placement : placeRanks(experiment))
        if (placement.rank == 0)
            return &experiment.topology.hosts[placement.host];
    return nullptr;
}

qint64 bytesIn(const QString& folder)
{
    qint64 bytes = 0;
    for (const QFileInfo& file : QDir(folder).entryInfoList(QDir::Files))
        bytes += file.size();
    return bytes;
}

/// As the manifest of a copy tells it; nothing for one that cannot be read.
std::optional<KeptCheckpoint> summaryOf(const QString& folder, const QString& path)
{
    QFile manifest(folder + QStringLiteral("/manifest.json"));
    if (!manifest.open(QIODevice::ReadOnly))
        return std::nullopt;
    const auto place = readCheckpointPlace(
        manifest.read(static_cast<qint64>(kMaxManifestBytes)).toStdString(), path.toStdString());
    if (!place)
        return std::nullopt;
    KeptCheckpoint summary;
    summary.step = place->step;
    summary.epoch = place->batchInEpoch == 0 ? std::max(0, place->epoch - 1) : place->epoch;
    summary.path = path.toStdString();
    summary.bytes = bytesIn(folder);
    summary.top1 = place->top1;
    return summary;
}

void addVerdicts(CheckpointEntry& entry, const RunFolder& folder, const CheckpointBook& book)
{
    if (entry.isHere)
        entry.copyVerdict = book.copyVerdict(entry.path, fingerprintOf(folder.mirrorPath(entry.path)));
    if (entry.isOnHost)
        entry.hostVerdict = book.hostVerdict(entry.path, entry.saved.attempt);
}

} // namespace

std::optional<CheckpointVerdict> CheckpointEntry::verdict() const
{
    if (!copyVerdict || !hostVerdict)
        return copyVerdict ? copyVerdict : hostVerdict;
    if (copyVerdict->damage.empty() != hostVerdict->damage.empty())
        return copyVerdict->damage.empty() ? hostVerdict : copyVerdict;
    return copyVerdict->when > hostVerdict->when ? copyVerdict : hostVerdict;
}

QString checkpointHost(const Experiment& experiment)
{
    const Host* host = hostOfRankZero(experiment);
    return host == nullptr ? QString() : QString::fromStdString(host->name);
}

bool keepsCheckpointsHere(const Experiment& experiment)
{
    const Host* host = hostOfRankZero(experiment);
    return host != nullptr && host->connection == Connection::Local;
}

QVector<CheckpointEntry> listCheckpoints(const RunFolder& folder, const QVector<KeptCheckpoint>& kept,
                                         const CheckpointBook& book)
{
    QVector<CheckpointEntry> entries;
    for (const KeptCheckpoint& saved : kept) {
        CheckpointEntry entry{saved, QString::fromStdString(saved.path), true, false, {}, {}};
        entry.isOnHost = !book.isDiscarded(entry.path, saved.attempt);
        entry.isHere = isCopy(folder.mirrorPath(entry.path));
        if (entry.isOnHost || entry.isHere)
            entries.append(entry);
    }
    const QDir copies(folder.mirrorPath(
        QString::fromUtf8(kCheckpointsFolder.data(), qsizetype(kCheckpointsFolder.size()))));
    for (const QString& name : copies.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        const QString path = QStringLiteral("checkpoints/") + name;
        const bool isKnown = std::ranges::any_of(
            entries, [&path](const CheckpointEntry& entry) { return entry.path == path; });
        if (isKnown || !stepOfCheckpoint(name.toStdString()))
            continue;
        if (const auto summary = summaryOf(copies.filePath(name), path))
            entries.append({*summary, path, false, true, {}, {}});
    }
    for (CheckpointEntry& entry : entries)
        addVerdicts(entry, folder, book);
    std::ranges::sort(entries, std::ranges::greater(),
                      [](const CheckpointEntry& entry) { return entry.saved.step; });
    return entries;
}

} // namespace lockstep

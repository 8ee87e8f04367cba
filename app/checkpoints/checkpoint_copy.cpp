// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/checkpoints/checkpoint_copy.h"

#include "remote/mirrors/checkpoint_manifest.h"

#include <QCryptographicHash>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>

namespace lockstep {

namespace {

constexpr qint64 kSliceBytes = 1 << 20;
const QString kManifest = QStringLiteral("/manifest.json");

Error unreadable(const QFile& file)
{
    return {LOCKSTEP_TEXT("%1 cannot be read: %2."),
            {file.fileName().toStdString(), file.errorString().toStdString()},
            {}};
}

Result<Sentence> checkFile(const QString& folder, const CheckpointFile& expected, CopyProgress& progress)
{
    QFile file(folder + u'/' + QString::fromStdString(expected.name));
    if (!file.exists())
        return Sentence(LOCKSTEP_TEXT("%1 is missing."), {expected.name});
    if (!file.open(QIODevice::ReadOnly))
        return unreadable(file);
    if (file.size() != static_cast<qint64>(expected.bytes))
        return Sentence(LOCKSTEP_TEXT("%1 has %2 bytes, but %3 in the manifest."),
                        {expected.name, std::to_string(file.size()), std::to_string(expected.bytes)});
    QCryptographicHash hash(QCryptographicHash::Sha256);
    while (!file.atEnd()) {
        const QByteArray slice = file.read(kSliceBytes);
        if (slice.isEmpty())
            return unreadable(file);
        hash.addData(slice);
        progress.done += slice.size();
        if (progress.isEnded)
            return Error();
    }
    if (hash.result().toHex().toStdString() != expected.sha256)
        return Sentence(LOCKSTEP_TEXT("%1 is damaged: its SHA-256 is not the one in the manifest."),
                        {expected.name});
    return Sentence();
}

} // namespace

bool isCopy(const QString& folder)
{
    return QFileInfo(folder + kManifest).isFile();
}

QString fingerprintOf(const QString& folder)
{
    if (!isCopy(folder))
        return {};
    QCryptographicHash hash(QCryptographicHash::Sha256);
    for (const QFileInfo& file : QDir(folder).entryInfoList(QDir::Files, QDir::Name))
        hash.addData(QStringLiteral("%1 %2 %3\n")
                         .arg(file.fileName())
                         .arg(file.size())
                         .arg(file.lastModified().toMSecsSinceEpoch())
                         .toUtf8());
    return QString::fromLatin1(hash.result().toHex());
}

Result<Sentence> checkCopy(const QString& folder, CopyProgress& progress)
{
    QFile manifest(folder + kManifest);
    if (!manifest.open(QIODevice::ReadOnly))
        return unreadable(manifest);
    const auto files = readCheckpointFiles(
        manifest.read(static_cast<qint64>(kMaxManifestBytes)).toStdString(), "manifest.json");
    if (!files)
        return Sentence(files.error());
    for (const CheckpointFile& file : *files)
        progress.total += static_cast<qint64>(file.bytes);
    for (const CheckpointFile& file : *files) {
        Result<Sentence> checked = checkFile(folder, file, progress);
        if (!checked || !checked->empty())
            return checked;
    }
    return Sentence();
}

Result<void> removeCopy(const QString& folder)
{
    QFile manifest(folder + kManifest);
    if (manifest.exists() && !manifest.remove())
        return Error{LOCKSTEP_TEXT("%1 cannot be deleted: %2."),
                     {manifest.fileName().toStdString(), manifest.errorString().toStdString()},
                     {}};
    if (!QDir(folder).removeRecursively())
        return Error{LOCKSTEP_TEXT("Not all of %1 could be deleted."), {folder.toStdString()}, {}};
    return {};
}

} // namespace lockstep

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/kept_copies.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFileInfo>
#include <QSaveFile>
#include <QStandardPaths>

namespace lockstep {

namespace {

constexpr qsizetype kMostCopies = 50;
const auto kPattern = QLatin1String("*.lockstep.json");

QString fileOf(const QString& folder, const QString& path)
{
    const QByteArray name =
        QCryptographicHash::hash(QFileInfo(path).absoluteFilePath().toUtf8(), QCryptographicHash::Sha256)
            .toHex();
    return QDir(folder).filePath(QString::fromLatin1(name.left(32)) + QStringLiteral(".lockstep.json"));
}

} // namespace

QString defaultCopiesFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) +
           QStringLiteral("/lockstep/saved");
}

void keepCopy(const QString& folder, const QString& path, const QByteArray& bytes)
{
    QDir().mkpath(folder);
    QSaveFile file(fileOf(folder, path));
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.commit())
        return;
    const QFileInfoList copies = QDir(folder).entryInfoList({kPattern}, QDir::Files, QDir::Time);
    for (qsizetype i = kMostCopies; i < copies.size(); ++i)
        QFile::remove(copies[i].filePath());
}

QString keptCopy(const QString& folder, const QString& path)
{
    const QString file = fileOf(folder, path);
    return QFileInfo::exists(file) ? file : QString();
}

} // namespace lockstep

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/result.h"

#include <QByteArray>
#include <QString>
#include <QVector>

namespace lockstep {

/// One file of a run in an archive.
struct ArchivedFile {
    QString name; ///< relative to the run's folder
    qint64 bytes = 0;
    QByteArray sha256; ///< hexadecimal
};

/// The list that an archive of a run begins with.
struct ArchiveListing {
    static constexpr auto kName = "lockstep-run.json";
    static constexpr int kVersion = 1;
    /// A list is no longer; 100,000 files come to half of it.
    static constexpr qint64 kMaxBytes = 32 << 20;

    QVector<ArchivedFile> files;

    qint64 totalBytes() const;
    QByteArray toJson() const;
    /// Whether each name is one of a run and there once, and each size a size. `where`: the archive, for
    /// the error.
    static Result<ArchiveListing> parse(const QByteArray& json, const QString& where);
};

/// Whether a run's folder may hold a file of this name, relative to it, that others may be given.
bool isSharedName(const QString& name);
inline bool isCheckpointName(const QString& name)
{
    return name.startsWith(QStringLiteral("checkpoints/"));
}
inline bool isLogName(const QString& name)
{
    return name.endsWith(QStringLiteral(".log"));
}

} // namespace lockstep

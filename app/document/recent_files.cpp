// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/recent_files.h"

#include <QFileInfo>
#include <QSettings>

namespace lockstep {

namespace {

constexpr qsizetype kMostRecentFiles = 10;
const auto kKey = QLatin1String("files/recent");

} // namespace

QStringList recentFiles()
{
    return QSettings().value(kKey).toStringList();
}

void addRecentFile(const QString& path)
{
    const QString absolute = QFileInfo(path).absoluteFilePath();
    QStringList files = recentFiles();
    files.removeAll(absolute);
    files.prepend(absolute);
    QSettings().setValue(kKey, QStringList(files.mid(0, kMostRecentFiles)));
}

void removeRecentFile(const QString& path)
{
    QStringList files = recentFiles();
    files.removeAll(path);
    QSettings().setValue(kKey, files);
}

void clearRecentFiles()
{
    QSettings().remove(kKey);
}

} // namespace lockstep

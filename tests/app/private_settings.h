// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QSettings>
#include <QTemporaryDir>

/// Keeps a test's settings, and what programs keep in their cache, below this folder, away from those of the
/// person who runs it.
inline void usePrivateSettings(const QTemporaryDir& folder)
{
    QCoreApplication::setOrganizationName(QStringLiteral("lockstep-test"));
    QCoreApplication::setApplicationName(QStringLiteral("lockstep-test"));
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, folder.path());
    qputenv("XDG_CACHE_HOME", folder.filePath(QStringLiteral("cache")).toUtf8());
}

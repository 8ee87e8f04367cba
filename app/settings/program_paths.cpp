// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings/program_paths.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

namespace lockstep {

ProgramPaths programPaths()
{
    const QDir bin(QCoreApplication::applicationDirPath());
    ProgramPaths paths;
    paths.engine = bin.absoluteFilePath(QStringLiteral("lockstep-engine"));
    paths.bundle = QDir::cleanPath(bin.absoluteFilePath(QStringLiteral("../lib/lockstep/bundle")));
    const QString installed =
        QDir::cleanPath(bin.absoluteFilePath(QStringLiteral("../share/lockstep/templates")));
    paths.templates = QFileInfo(installed).isDir() ? installed : QStringLiteral(LOCKSTEP_SOURCE_TEMPLATES);
    return paths;
}

RemoteOptions defaultRemoteOptions()
{
    const ProgramPaths paths = programPaths();
    RemoteOptions options;
    options.engine = paths.engine;
    options.bundleFolder = paths.bundle;
    return options;
}

} // namespace lockstep

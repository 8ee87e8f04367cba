// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings/program_paths.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

namespace lockstep {

namespace {

/// Where the program was installed, or in the source tree that it was built from.
QString resourceFolder(const QDir& bin, const QString& name)
{
    const QString installed =
        QDir::cleanPath(bin.absoluteFilePath(QStringLiteral("../share/lockstep/") + name));
    return QFileInfo(installed).isDir() ? installed : QStringLiteral(LOCKSTEP_SOURCE_RESOURCES "/") + name;
}

} // namespace

ProgramPaths programPaths()
{
    const QDir bin(QCoreApplication::applicationDirPath());
    ProgramPaths paths;
    paths.engine = bin.absoluteFilePath(QStringLiteral("lockstep-engine"));
    paths.bundle = QDir::cleanPath(bin.absoluteFilePath(QStringLiteral("../lib/lockstep/bundle")));
    paths.templates = resourceFolder(bin, QStringLiteral("templates"));
    paths.manual = resourceFolder(bin, QStringLiteral("manual"));
    return paths;
}

RemoteOptions defaultRemoteOptions()
{
    const ProgramPaths paths = programPaths();
    // One for the whole program: a run, a test of its hosts and a look at their data ask once between them.
    static const auto secrets = std::make_shared<SecretStore>();
    RemoteOptions options;
    options.secrets = secrets;
    options.engine = paths.engine;
    options.bundleFolder = paths.bundle;
    return options;
}

} // namespace lockstep

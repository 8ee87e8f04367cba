// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/headless/run_lookup.h"

#include <QDir>
#include <QFileInfo>

namespace lockstep {

Result<RunFolder> findRun(const QString& runs, const QString& name)
{
    if (QFileInfo(name).isDir() && QFileInfo::exists(name + QStringLiteral("/run.json")))
        return RunFolder::open(name);
    const QVector<RunInfo> known = RunFolder::list(runs);
    if (name == QLatin1String("last")) {
        if (known.isEmpty())
            return Error{LOCKSTEP_TEXT("There is no run in %1 yet."), {runs.toStdString()}, {}};
        return RunFolder::open(QDir(runs).absoluteFilePath(known.first().id));
    }
    QStringList matches;
    for (const RunInfo& info : known) {
        if (info.id == name)
            return RunFolder::open(QDir(runs).absoluteFilePath(info.id));
        if (!name.isEmpty() && info.id.startsWith(name))
            matches.append(info.id);
    }
    if (matches.size() == 1)
        return RunFolder::open(QDir(runs).absoluteFilePath(matches.first()));
    if (matches.isEmpty())
        return Error{LOCKSTEP_TEXT("No run of %1 is called %2. lockstep list shows them."),
                     {runs.toStdString(), name.toStdString()},
                     {}};
    return Error{LOCKSTEP_TEXT("Several runs begin with %1: %2. Write more of the id."),
                 {name.toStdString(), matches.join(QStringLiteral(", ")).toStdString()},
                 {}};
}

} // namespace lockstep

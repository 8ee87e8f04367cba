// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/rehearsal/rehearsal_mark.h"

#include "engine/protocol/exit_code.h"
#include "remote/mirrors/run_watch.h"
#include "remote/private_files.h"

#include <QFileInfo>

namespace lockstep {

namespace {

QString markIn(const QString& runFolder)
{
    return runFolder + QStringLiteral("/rehearsal.json");
}

} // namespace

Result<void> markRehearsal(const QString& runFolder)
{
    const QString file = markIn(runFolder);
    if (const auto reason = replacePrivateFile(file, "{\"version\":1}\n"))
        return Error{LOCKSTEP_TEXT("%1 cannot be written: %2."), {file.toStdString(), *reason}, ""};
    return {};
}

bool isRehearsal(const QString& runFolder)
{
    return QFileInfo::exists(markIn(runFolder));
}

Result<void> closeRehearsal(RunFolder& folder)
{
    RunInfo info = folder.info();
    if (isWatched(folder.path()))
        return Error{
            LOCKSTEP_TEXT("The run %1 is a rehearsal of another program, which alone shows it and can "
                          "stop it."),
            {info.id.toStdString()},
            ""};
    info.phase = RunPhase::Failed;
    info.exitCode = static_cast<int>(ExitCode::Failure);
    info.reason = LOCKSTEP_TEXT("The program that rehearsed this run ended before it.");
    info.complete = true;
    return folder.setInfo(info);
}

} // namespace lockstep

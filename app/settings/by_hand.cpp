// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings/by_hand.h"

#include "app/settings/program_paths.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QFileInfo>
#include <QSysInfo>

namespace lockstep {

namespace {

const char* englishText(HandStep step)
{
    switch (step) {
    case HandStep::Token:
        return QT_TRANSLATE_NOOP("ByHand", "Draw the token by which the hosts trust each other");
    case HandStep::Copy:
        return QT_TRANSLATE_NOOP("ByHand", "Copy the engine, the experiment and the token to each host");
    case HandStep::Start:
        return QT_TRANSLATE_NOOP("ByHand", "Start a supervisor on each host; they wait for one another");
    case HandStep::Follow:
        return QT_TRANSLATE_NOOP("ByHand", "Follow what rank 0 writes");
    case HandStep::Stop:
        return QT_TRANSLATE_NOOP("ByHand", "Stop: one host tells the others, and a checkpoint is written");
    case HandStep::Srun:
        return QT_TRANSLATE_NOOP("ByHand",
                                 "Or by Slurm, within an allocation, from a folder that all nodes share");
    case HandStep::Mpirun:
        return QT_TRANSLATE_NOOP("ByHand", "Or by Open MPI, with the engine and the files on every host");
    case HandStep::Torchrun:
        return QT_TRANSLATE_NOOP("ByHand", "Or by PyTorch's launcher, one of these on each host");
    case HandStep::Yarn:
        return QT_TRANSLATE_NOOP(
            "ByHand", "Or on YARN by DMLC's tracker, which MXNet's launch.py calls, from the "
                      "experiment's folder, which all nodes share; this form has never been tried");
    }
    return "";
}

} // namespace

QString handStepText(HandStep step)
{
    return QCoreApplication::translate("ByHand", englishText(step));
}

HandPlaces handPlaces(const QString& document)
{
    const ProgramPaths paths = programPaths();
    return {QStringLiteral("by-hand-%1")
                .arg(QDateTime::currentDateTime().toString(QStringLiteral("yyyyMMdd-HHmmss")))
                .toStdString(),
            paths.engine.toStdString(), paths.bundle.toStdString(),
            document.isEmpty() ? std::string("experiment.lockstep.json")
                               : QFileInfo(document).absoluteFilePath().toStdString(),
            QSysInfo::machineHostName().toStdString()};
}

QString handScript(const Experiment& experiment, const HandPlaces& places)
{
    QString script;
    for (const HandCommands& commands : handCommands(experiment, places)) {
        const QString head = commands.step >= HandStep::Srun ? QStringLiteral("#   ") : QString();
        script += QStringLiteral("# %1\n").arg(handStepText(commands.step));
        for (const std::string& line : commands.lines)
            script += head + QString::fromStdString(line) + u'\n';
        script += u'\n';
    }
    return script;
}

} // namespace lockstep

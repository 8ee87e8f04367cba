// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/checkpoint_windows.h"

#include "app/checkpoints/checkpoint_list.h"
#include "app/checkpoints/checkpoint_panel.h"
#include "app/insight/difference_dialog.h"
#include "app/insight/evaluation_dialog.h"
#include "app/insight/inside_dialog.h"
#include "app/settings/remembered.h"

#include <QDir>
#include <utility>

namespace lockstep {

namespace {

void showBeside(QDialog* dialog)
{
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    fitScreen(*dialog);
    dialog->show();
}

/// Its host has the data of a run that this computer need not see.
void offerHost(EvaluationDialog& dialog, CheckpointPanel& panel, const RunFolder& run,
               const QString& checkpoint)
{
    HostCall& call = dialog.offerHost(checkpointHost(run.experiment()));
    QObject::connect(&call, &HostCall::wanted, &panel,
                     [&panel, checkpoint] { panel.evaluateOnHost(checkpoint); });
    QObject::connect(&call, &HostCall::takenBack, &panel, &CheckpointPanel::cancelWork);
    QObject::connect(&panel, &CheckpointPanel::evaluationProgressed, &call,
                     [&call, checkpoint](const QString& evaluated, qint64 samples, qint64 of) {
                         if (evaluated == checkpoint)
                             call.tellProgress(samples, of);
                     });
    QObject::connect(&panel, &CheckpointPanel::hostEvaluated, &call,
                     [&call, checkpoint](const QString& evaluated, const QByteArray& report) {
                         if (evaluated == checkpoint)
                             call.tellAnswer(report);
                     });
    QObject::connect(&panel, &CheckpointPanel::workFailed, &call, &HostCall::tellError);
    QObject::connect(&panel, &CheckpointPanel::workEnded, &call, &HostCall::tellEnd);
}

} // namespace

void openWindowsOf(CheckpointPanel& panel, const QString& engine, std::function<const RunFolder&()> folder)
{
    QObject::connect(&panel, &CheckpointPanel::insideWanted, &panel,
                     [&panel, engine](const QString& checkpoint) {
                         showBeside(new InsideDialog(engine, checkpoint, &panel));
                     });
    QObject::connect(&panel, &CheckpointPanel::comparisonWanted, &panel,
                     [&panel, engine](const QString& checkpoint, const QString& other) {
                         showBeside(new DifferenceDialog(engine, checkpoint, other, &panel));
                     });
    QObject::connect(&panel, &CheckpointPanel::evaluationWanted, &panel,
                     [&panel, engine, folder = std::move(folder)](const QString& checkpoint) {
                         const RunFolder& run = folder();
                         auto* dialog = new EvaluationDialog(
                             engine, checkpoint, run.mirrorPath(QStringLiteral("experiment.lockstep.json")),
                             run.experiment().data, &panel);
                         if (!keepsCheckpointsHere(run.experiment()))
                             offerHost(*dialog, panel, run, QDir(run.path()).relativeFilePath(checkpoint));
                         showBeside(dialog);
                     });
}

} // namespace lockstep

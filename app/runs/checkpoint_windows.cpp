// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/checkpoint_windows.h"

#include "app/checkpoints/checkpoint_panel.h"
#include "app/insight/difference_dialog.h"
#include "app/insight/evaluation_dialog.h"
#include "app/insight/inside_dialog.h"

#include <utility>

namespace lockstep {

namespace {

void showBeside(QDialog* dialog)
{
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->show();
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
                         showBeside(new EvaluationDialog(
                             engine, checkpoint, run.mirrorPath(QStringLiteral("experiment.lockstep.json")),
                             QString::fromStdString(run.experiment().data.path), &panel));
                     });
}

} // namespace lockstep

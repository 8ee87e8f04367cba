// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/checkpoints/checkpoint_actions.h"

#include <QKeySequence>
#include <QWidget>
#include <algorithm>

namespace lockstep {

CheckpointActions::CheckpointActions(QWidget* parent) : QObject(parent)
{
    discard.setShortcut(QKeySequence::Delete);
    discard.setShortcutContext(Qt::WidgetShortcut);
    retranslate();
}

QList<QAction*> CheckpointActions::all()
{
    return {&inside,        &compare, &evaluate, &fetch,      &check,
            &exportWeights, &resume,  &fineTune, &openFolder, &discard};
}

void CheckpointActions::retranslate()
{
    inside.setText(tr("Look inside…"));
    compare.setText(tr("Compare…"));
    evaluate.setText(tr("Evaluate…"));
    fetch.setText(tr("Fetch"));
    check.setText(tr("Verify"));
    exportWeights.setText(tr("Export for PyTorch…"));
    resume.setText(tr("Resume from this…"));
    fineTune.setText(tr("Fine-tune from this"));
    openFolder.setText(tr("Open folder"));
    discard.setText(tr("Delete…"));
    update(m_situation);
}

/// A disabled action says what hinders it, an enabled one what it is for.
void CheckpointActions::allow(QAction& action, bool isPossible, const QString& purpose,
                              const QString& hindrance)
{
    action.setEnabled(isPossible && !m_situation.isBusy);
    action.setToolTip(isPossible || hindrance.isEmpty() ? purpose : hindrance);
}

void CheckpointActions::update(const Situation& situation)
{
    m_situation = situation;
    const QVector<CheckpointEntry>& chosen = situation.chosen;
    const auto any = [&chosen](const auto& holds) { return std::ranges::any_of(chosen, holds); };
    const bool isOne = chosen.size() == 1;
    const bool isOnHost = isOne && chosen[0].isOnHost;
    const bool isHere = isOne && chosen[0].isHere;
    const QString none = tr("Choose a checkpoint.");
    const QString gone = isOne ? tr("Its host does not have it any more.") : none;
    allow(inside, isOne, tr("Its tensors, their distributions, the filters of the first layer"), none);
    allow(evaluate, isOne, tr("Which classes it tells apart, and its worst mistakes"), none);
    allow(compare, chosen.size() == 2, tr("What training has changed between the two"),
          tr("Choose two checkpoints."));
    allow(fetch, any([](const CheckpointEntry& entry) { return entry.isOnHost && !entry.isHere; }),
          tr("Copy it to this computer"), chosen.isEmpty() ? none : tr("It is on this computer."));
    allow(check, !chosen.isEmpty(), tr("Compare every byte with the checksums of its manifest"), none);
    allow(exportWeights, isOne, tr("Write the weights as a file that torch.load reads"), none);
    allow(resume, isOnHost && !situation.isLive, tr("Train on from here, in place of what came after"),
          situation.isLive ? tr("The run has not ended.") : gone);
    allow(fineTune, isOnHost || (isHere && situation.keepsHere),
          tr("A new experiment like this one that starts from these weights"), gone);
    allow(openFolder, isHere, tr("Its files on this computer"),
          isOne ? tr("It is not on this computer: fetch it first.") : none);
    allow(discard, isOne, tr("Delete it here or from its host"), none);
}

} // namespace lockstep

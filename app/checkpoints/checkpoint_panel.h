// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/summary/run_summary.h"
#include "remote/checkpoint_deed.h"
#include "remote/mirrors/run_folder.h"

#include <QWidget>
#include <memory>

namespace lockstep {

/// The checkpoints of a run on all computers that have one, and what can be done with them. What their host
/// is to do is asked for by signals; the rest is done here, beside the window.
class CheckpointPanel : public QWidget {
    Q_OBJECT
public:
    explicit CheckpointPanel(QWidget* parent = nullptr);
    ~CheckpointPanel() override;

    void setFolder(const RunFolder& folder);
    void setSummary(const RunSummary& summary);
    /// Whether the run goes on: some things are not done to it then.
    void setLive(bool isLive);

    /// Has its host measure a checkpoint -> hostEvaluated(), unless workEnded() comes first.
    void evaluateOnHost(const QString& checkpoint);
    /// Ends what is going on with checkpoints.
    void cancelWork();

    // What comes of hostOrdered().
    void hostProgressed(const QString& checkpoint, qint64 done, qint64 total);
    void hostFinished(const CheckpointOutcome& outcome);

signals:
    /// Its host is to do this with a checkpoint ("checkpoints/step-00000600"): hostFinished() is awaited.
    void hostOrdered(lockstep::CheckpointDeed deed, const QString& checkpoint);
    void hostTakenBack(const QString& checkpoint);
    /// The run is to go on from the checkpoint of this step; those after it are given up.
    void resumeWanted(qint64 step);
    /// A new experiment that starts from a checkpoint.
    void experimentWanted(const lockstep::Experiment& experiment);
    /// What is in these is to be shown: absolute paths of checkpoints that are whole on this computer.
    void insideWanted(const QString& folder);
    void comparisonWanted(const QString& folder, const QString& other);
    void evaluationWanted(const QString& folder);
    // Of what is going on with checkpoints.
    void evaluationProgressed(const QString& checkpoint, qint64 samples, qint64 of);
    void hostEvaluated(const QString& checkpoint, const QByteArray& report);
    void workFailed(const lockstep::Error& error);
    void workEnded();

protected:
    void changeEvent(QEvent* event) override;

private:
    void build();
    void connectActions();
    void connectDeeds();
    void retranslate();
    void refresh();
    void updateActions();

    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace lockstep

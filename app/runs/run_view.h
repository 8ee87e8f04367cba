// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/metrics/moment.h"
#include "app/runs/run_lead.h"
#include "app/summary/run_loader.h"
#include "remote/run/run_controller.h"

#include <QVector>
#include <QWidget>
#include <memory>

namespace lockstep {

class CheckpointPanel;
class RehearsalRibbon;

/// Everything about one run, drawn from what it is told; knows no controller. Tables follow at 10 Hz, plots
/// on timers of their own, however fast records come.
class RunView : public QWidget {
    Q_OBJECT
public:
    explicit RunView(QWidget* parent = nullptr);
    ~RunView() override;

    /// Shows this run, empty so far.
    void showRun(const RunFolder& folder);
    /// The run's folder after a change: attempt, phase, message.
    void updateRun(const RunFolder& folder);
    void setLoading(qint64 done, qint64 total);
    /// Curves to show until setLoaded(): of these ranks, instead of what was shown before.
    void setSketch(MetricTable sketch);
    /// What was in the mirrors already; records that come after it continue it.
    void setLoaded(LoadedRun run);

    void setPhase(RunPhase phase);
    void setHost(const HostStatus& status);
    void addRecords(int rank, const QVector<Record>& records);
    void extendLog(int rank);
    void addDamage(qint64 lines);
    /// A sentence in the banner until showRun().
    void showError(const Error& error);
    /// Another tab beside the tables, called by the window title of `part`.
    void addTab(QWidget* part);
    /// What a person pointed at in one part: every other shows it.
    void showMoment(const Moment& moment);
    /// What is shown of a rehearsal beside that of any run.
    RehearsalRibbon& ribbon();
    /// Where what its host does with one is told.
    CheckpointPanel& checkpoints();

    /// What the ranks of a host are told as. REQUIRES: the run shown has ended.
    RunPhase endOfHost(int host) const;

signals:
    /// What the run has come to so far; at most ten times a second, and at its end.
    void progressed(const lockstep::RunSummary& summary);
    /// A metric is no number any more: a sentence, once per attempt and metric.
    void metricBroke(const QString& sentence);
    /// With all that the journals tell of it.
    void momentShown(const lockstep::Moment& moment);
    void resumeRequested();
    /// To the experiment that ran: a field of it, or a host.
    void leadWanted(const lockstep::RunLead& lead);
    /// A person wants the run to train so many epochs in all.
    void longerTrainingRequested(int epochs);
    // As those of CheckpointPanel.
    void checkpointOrdered(lockstep::CheckpointDeed deed, const QString& checkpoint);
    void checkpointTakenBack(const QString& checkpoint);
    void resumeFromWanted(qint64 step);
    void experimentWanted(const lockstep::Experiment& experiment);

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void build();
    void nameParts();
    void retranslate();
    void refresh();
    RunLead lead() const;
    void updateBanner();
    void showPhase();
    void followLead();
    void selectRanks();
    /// Its logs, that of the rank that ended it first.
    void showAttempt(int attempt);
    void askForMoreEpochs();

    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace lockstep

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/runs/run_lead.h"
#include "engine/protocol/experiment.h"
#include "remote/run/run_controller.h"

#include <QString>
#include <QWidget>
#include <memory>

namespace lockstep {

class Rehearsal;
class RehearsalRibbon;
class RunSummary;

/// Everything about one run at a glance: the state of each host, curves, ranks, logs, checkpoints. Shows a
/// run in progress or one from the runs folder.
class RunPage : public QWidget {
    Q_OBJECT
public:
    explicit RunPage(RemoteOptions options, QWidget* parent = nullptr);
    ~RunPage() override;

    /// Begins a run of this experiment and shows it. An error is also shown on the page.
    Result<void> start(const Experiment& experiment);
    /// The same on this computer, made into the drawn cluster. With the run its stage ends.
    Result<void> rehearse(const Experiment& drawn, std::shared_ptr<Rehearsal> rehearsal);
    /// Whether the run shown is a rehearsal that began here.
    bool isRehearsing() const;
    RehearsalRibbon& ribbon();
    /// Shows a run of the runs folder; attaches to it when it has not ended.
    Result<void> open(const QString& runFolder);
    void stop();
    /// Runs that begin from now on are kept there; empty: the usual place.
    void setRunsFolder(const QString& folder);

    /// Another tab beside the tables of a run, called by the window title of `part`.
    void addTab(QWidget* part);

    RunPhase phase() const;
    /// Of the run shown; empty before the first.
    QString folder() const;
    /// Name of the run shown; empty before the first.
    QString title() const;
    /// What the run shown began with, of a rehearsal the drawing; nullptr before the first.
    const Experiment* experiment() const;

signals:
    void phaseChanged(lockstep::RunPhase phase);
    /// Another run is shown from now on; its hosts' states follow.
    void runShown(const lockstep::Experiment& experiment);
    void hostChanged(const lockstep::HostStatus& status);
    /// See RunView.
    void progressed(const lockstep::RunSummary& summary);
    void metricBroke(const QString& sentence);
    /// What a rank says of its host and its GPU as it happens.
    void deviceSampled(int rank, const lockstep::DeviceSampled& sampled);
    /// The run shown has come to its end while it was followed.
    void ended(const lockstep::RunInfo& info);
    /// A host of the run has said what it is. (Those of a rehearsal are this computer.)
    void hostReported(const lockstep::Host& host, const lockstep::HostReport& report);

    /// A new experiment that goes on from what this run has learnt.
    void experimentWanted(const lockstep::Experiment& experiment);
    /// To what the run ended by: a field of the experiment that ran, or one of its hosts.
    void leadWanted(const lockstep::RunLead& lead);

protected:
    void changeEvent(QEvent* event) override;

private:
    void showEmpty();
    RunController& freshController();
    Result<void> showBegun(const Result<void>& begun);
    void tellDevices(int rank, const QVector<Record>& records);
    void setPhase(RunPhase phase);
    void updateFolder();
    void showLoaded();
    void showEnd(const RunInfo& info);
    void showHost(const HostStatus& status);
    void showHosts();
    void showView();
    void resume(const FurtherAttempt& further);
    void orderCheckpoint(CheckpointDeed deed, const QString& checkpoint);

    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace lockstep

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/experiment.h"
#include "remote/remote_options.h"

#include <QString>
#include <QWidget>
#include <memory>

namespace lockstep {

class RunController;
struct Sweep;
struct SweepOutcome;

/// The catalogue of a runs folder: all runs, newest first, each with what is true of it now; to be searched,
/// ordered, tagged, compared and deleted. A double click or Enter opens a run.
class RunList : public QWidget {
    Q_OBJECT
public:
    /// Lists those of `options.runsFolder`.
    explicit RunList(RemoteOptions options, QWidget* parent = nullptr);
    ~RunList() override;
    /// Looks at the folder again, off the GUI thread.
    void refresh();
    /// Asks the hosts of the runs whose state is not known, and watches those that go on until the list is
    /// hidden.
    void inquire();
    /// Lists the runs of another folder; empty: the usual one.
    void setFolder(const QString& runsFolder);

    /// Asks with which values this experiment is to be run, and begins with the first.
    void beginSweep(const Experiment& experiment);

signals:
    void openRequested(const QString& runFolder);
    /// What a run was started with is wanted as a document.
    void experimentWanted(const lockstep::Experiment& experiment);
    /// The document is to be run with several values.
    void sweepWanted();
    // As those of SweepWindow, of all sweeps.
    void runFollowed(lockstep::RunController& controller);
    void sweepEnded(const lockstep::SweepOutcome& outcome);

protected:
    void changeEvent(QEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void build();
    void connectCatalogue();
    void showCount();
    void showSelection();
    void search(const QString& text);
    void searchAgain();
    void chooseColumns();
    void open(const QString& runFolder);
    void compareSelected();
    void duplicateSelected();
    void deleteSelected();
    void carryOut(const Sweep& sweep);
    /// In the place of the hint, until something else is to be said; empty: nothing.
    void say(const QString& text);

    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace lockstep

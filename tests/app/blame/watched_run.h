// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/blame/run_blame.h"
#include "remote/rehearsal/rehearsal.h"
#include "tests/remote/controller_helpers.h"

#include <QElapsedTimer>
#include <QTimer>
#include <QVector>
#include <map>
#include <memory>
#include <vector>

namespace lockstep {

/// The program that makes the rehearsals' stages.
inline constexpr const char* kRehearsalStage = LOCKSTEP_BINARY_DIR "/bin/lockstep-stage";

/// A rehearsal that is watched, as the window and the command do. Needs an event loop.
class WatchedRun {
public:
    /// `runs`: the folder that it is kept in.
    WatchedRun(const Experiment& experiment, const QString& runs);
    /// Whether it trains and enough of it has been seen to say who is to blame. Waits for that.
    bool begin();

    const RunBlame& blame() const { return m_blame; }
    const Topology& topology() const { return m_experiment.topology; }
    const std::shared_ptr<Rehearsal>& rehearsal() const { return m_rehearsal; }
    /// Every time that somebody was named.
    const std::vector<Culprit>& named() const { return m_named; }
    double now() const { return static_cast<double>(m_clock.elapsed()) * 1e-3; }

    /// From now on it is not as it is drawn.
    void setDisturbed() { m_isDisturbed = true; }
    /// Whether its hosts were as quick as each other, as they are drawn, before that: each measures what it
    /// then imitates, and this computer may have had something else to do at that moment.
    bool isEven() const;
    std::size_t slowestHost() const;
    /// For a rank: it is slower than it was before that, not only than the other.
    bool isSlower(const Culprit& culprit) const;

private:
    void take(int rank, const QVector<Record>& records);
    /// By rank, which is by host: the median of the steps.
    std::vector<double> computeSeconds() const;

    const Experiment m_experiment;
    RunBlame m_blame;
    std::shared_ptr<Rehearsal> m_rehearsal; ///< null: this computer cannot be made into the cluster
    RunController m_controller;
    QElapsedTimer m_clock;
    QTimer m_judging;
    std::vector<Culprit> m_named;
    std::map<int, std::vector<double>> m_computed; ///< by rank, of each step, s
    std::vector<double> m_lengths;                 ///< of steps, s
    bool m_isDisturbed = false;
};

} // namespace lockstep

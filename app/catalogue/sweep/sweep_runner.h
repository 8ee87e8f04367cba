// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/catalogue/sweep/sweep.h"
#include "remote/run/run_controller.h"

#include <QLockFile>
#include <QObject>
#include <map>
#include <memory>
#include <optional>

namespace lockstep {

/// Carries out a sweep: begins its runs, as many at once as it says, each on hosts that no other of them
/// uses, and goes on whatever becomes of one. The sweep is written down after every step, so whoever begins
/// it again runs what is left: runs that go on are watched, those that were stopped are resumed, those that
/// have finished or failed stay as they are. Lives on the thread that made it; runs go on without it.
class SweepRunner : public QObject {
    Q_OBJECT
public:
    /// `options.runsFolder` is where the runs and the sweep are kept. REQUIRES: it is not empty.
    SweepRunner(RemoteOptions options, Sweep sweep, QObject* parent = nullptr);
    ~SweepRunner() override;

    /// Signals come after it returns. An error: nothing has begun; as where somebody carries it out already.
    /// REQUIRES: called once.
    Result<void> start();
    /// Ends the runs that go on, and begins no more.
    void stop();

    const Sweep& sweep() const { return m_sweep; }
    const QVector<SweepPoint>& points() const { return m_points; }
    /// How a run ended that an earlier runner has begun and this one leaves alone; nothing: it is left to
    /// run.
    std::optional<RunPhase> keptPhase(int point) const;

signals:
    /// A run is about to begin, or to be watched: whoever can, answers its questions. It is gone after
    /// pointEnded().
    void controllerMade(int point, lockstep::RunController& controller);
    void pointBegan(int point, const QString& runFolder);
    void pointEnded(int point, const lockstep::RunInfo& info);
    /// A run could not begin; the others go on.
    void pointRefused(int point, const lockstep::Error& error);
    /// Nothing is left, or what was going on when stop() was called has ended.
    void ended();

private:
    void begin(int point, int group);
    Result<void> beginRun(int point, int group, RunController& controller);
    void end(int point, const RunInfo& info);
    void fill();
    int freeGroup(int point) const;
    QString folderOf(int point) const;

    RemoteOptions m_options;
    Sweep m_sweep;
    QLockFile m_lock;
    QVector<SweepPoint> m_points;
    int m_next = 0; ///< point that was not looked at yet
    bool m_isStopping = false;
    struct Running {
        int group = 0;
        std::unique_ptr<RunController> controller;
    };
    std::map<int, Running> m_running; ///< by point
};

} // namespace lockstep

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/app/blame/busy_cores.h"
#include "tests/app/blame/fault.h"
#include "tests/app/blame/watched_run.h"

#include <QString>
#include <memory>

namespace lockstep {

/// One rehearsal, to which one thing is done: that and nothing else must be named.
class Trial {
public:
    /// `victim`: see isNamed(). `runs`: the folder that the rehearsal is kept in.
    Trial(Fault fault, std::size_t victim, QString runs)
        : m_fault(fault), m_victim(victim), m_runs(std::move(runs))
    {
    }
    /// For `quietMs` nothing is done to it. Empty, or says what went wrong.
    QString carryOut(int quietMs);

    bool hasLanded() const { return m_injected && m_injected->hasLanded(); }
    /// How long it took until the fault was named, s.
    double seconds() const { return m_seconds; }
    /// This computer had little time left for it.
    bool wasCrowded() const { return m_cores.busyFraction() > kCrowded; }

private:
    static constexpr double kCrowded = 0.85;

    /// Of hosts that are as quick as each other, unless this computer has too much else to do.
    bool begin();
    QString nameIt();
    /// Somebody was named who was not to blame; empty: nobody.
    QString wrongName() const;
    bool isExcused(const Culprit& culprit) const;

    const Fault m_fault;
    std::size_t m_victim;
    const QString m_runs;
    const BusyCores m_cores; ///< since the trial was begun
    std::unique_ptr<WatchedRun> m_run;
    std::unique_ptr<InjectedFault> m_injected; ///< ends before the run does
    double m_seconds = 0;
};

} // namespace lockstep

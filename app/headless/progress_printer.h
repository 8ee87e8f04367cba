// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/headless/terminal.h"
#include "app/summary/run_summary.h"
#include "remote/run/run_controller.h"

#include <QElapsedTimer>
#include <QHash>

namespace lockstep {

/// Says on a terminal how a run comes along. Where lines can be redrawn, hosts and ranks have one each;
/// elsewhere a line is printed when a state changes, a deployment has come on by a tenth, an epoch ends, and
/// for each rank every few seconds.
class ProgressPrinter {
public:
    ProgressPrinter(std::FILE* stream, const Experiment& experiment);

    void phase(RunPhase phase);
    void host(const HostStatus& status);
    /// Call with every change; prints at its own pace.
    void summary(const RunSummary& summary);
    /// The last state, whatever the pace.
    void finish(const RunSummary& summary);
    void line(const QString& text);

private:
    QString hostLine(const HostStatus& status) const;
    QString rankLine(const RankSummary& rank, const RunSummary& summary) const;
    void draw(const RunSummary& summary);
    void printEpochs(const RunSummary& summary);

    Terminal m_terminal;
    QStringList m_hostNames;
    QHash<int, HostStatus> m_hosts;
    QHash<int, int> m_tenths; ///< of a deployment, by host
    QHash<int, qint64> m_rankTimes;
    int m_epochsPrinted = 0;
    QElapsedTimer m_clock;
    qint64 m_drawn = -1'000'000;
};

} // namespace lockstep

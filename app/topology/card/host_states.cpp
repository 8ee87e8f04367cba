// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/topology/card/host_states.h"

#include <QCoreApplication>

namespace lockstep {

namespace {

struct Lamps {
    Q_DECLARE_TR_FUNCTIONS(lockstep::HostStates)
};

QString meaningOf(RunPhase phase)
{
    switch (phase) {
    case RunPhase::Waiting:
        return Lamps::tr("Run: waiting for the other hosts.");
    case RunPhase::Connecting:
        return Lamps::tr("Run: connecting to this host.");
    case RunPhase::Deploying:
    case RunPhase::Launching:
        return Lamps::tr("Run: the engine is being copied to this host.");
    case RunPhase::Submitted:
        return Lamps::tr("Run: ready, the ranks are about to start.");
    case RunPhase::Training:
        return Lamps::tr("Run: training.");
    case RunPhase::Reconnecting:
        return Lamps::tr("Run: out of reach; Lockstep tries again.");
    case RunPhase::Stopping:
        return Lamps::tr("Run: stopping after the step in progress.");
    case RunPhase::Stopped:
        return Lamps::tr("Run: stopped; a checkpoint was written.");
    case RunPhase::EndedWithOthers:
        return Lamps::tr("Run: ended here because another host or rank failed.");
    case RunPhase::NotStarted:
        return Lamps::tr("Run: nothing was started here.");
    case RunPhase::Finished:
        return Lamps::tr("Run: finished.");
    case RunPhase::Failed:
        return Lamps::tr("Run: failed.");
    }
    return {};
}

} // namespace

QString lampSentence(const HostState& state)
{
    if (state.test)
        return state.reason;
    if (!state.phase)
        return Lamps::tr("Not tested yet.");
    const bool restarts = state.phase == RunPhase::Submitted && !state.reason.isEmpty();
    const QString meaning = restarts          ? Lamps::tr("Run: about to restart.")
                            : state.isLeftOut ? Lamps::tr("Run: left out of the attempt.")
                                              : meaningOf(*state.phase);
    return state.reason.isEmpty() ? meaning : meaning + u'\n' + state.reason;
}

} // namespace lockstep

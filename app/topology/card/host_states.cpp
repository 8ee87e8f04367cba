// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/topology/card/host_states.h"

#include <QCoreApplication>

namespace lockstep {

namespace {

struct Lamps {
    Q_DECLARE_TR_FUNCTIONS(lockstep::HostStates)
};

QString meaningOf(RunLamp lamp)
{
    switch (lamp) {
    case RunLamp::Off:
        break;
    case RunLamp::Waiting:
        return Lamps::tr("Run: waiting for the other hosts.");
    case RunLamp::Connecting:
        return Lamps::tr("Run: connecting to this host.");
    case RunLamp::Deploying:
        return Lamps::tr("Run: the engine is being copied to this host.");
    case RunLamp::Ready:
        return Lamps::tr("Run: ready, the ranks are about to start.");
    case RunLamp::Training:
        return Lamps::tr("Run: training.");
    case RunLamp::Lost:
        return Lamps::tr("Run: out of reach; Lockstep tries again.");
    case RunLamp::Stopping:
        return Lamps::tr("Run: stopping after the step in progress.");
    case RunLamp::Stopped:
        return Lamps::tr("Run: stopped; a checkpoint was written.");
    case RunLamp::Finished:
        return Lamps::tr("Run: finished.");
    case RunLamp::Failed:
        return Lamps::tr("Run: failed.");
    }
    return {};
}

} // namespace

QString lampSentence(const HostState& state)
{
    const QString meaning = meaningOf(state.lamp);
    return state.reason.isEmpty() || meaning.isEmpty() ? meaning : meaning + u'\n' + state.reason;
}

} // namespace lockstep

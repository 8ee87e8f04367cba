// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/text/phase_text.h"
#include "remote/run/run_controller.h"

#include <QString>
#include <QVector>
#include <set>

namespace lockstep {

/// Its ranks have ended, and begin anew by themselves after a pause; the status then says what ended them.
bool waitsToRestart(const HostStatus& status);
/// The present attempt was begun without it; the status then says why.
bool isLeftOut(const HostStatus& status);
/// It trains, and what is shown of it is old, for its connection carries less than it tells.
bool isBehind(const HostStatus& status);
/// What a training run does, as its hosts tell: they are about to restart (Submitted), or those that have
/// not ended are out of reach (Reconnecting). Any other phase is what it is.
RunPhase toldPhase(RunPhase phase, const QVector<HostStatus>& hosts);
/// Those that cannot be asked, as indices into Topology::hosts.
std::set<int> hostsAway(const QVector<HostStatus>& hosts);
/// The phase of a host and, where what is shown of it is old, what is known of it and how old that is: "Stale
/// since 14:03:22; still training".
QString hostStateText(const HostStatus& status);
/// The same where there is room for little: "Stale since 14:03:22".
QString shortHostStateText(const HostStatus& status);
/// Why that is, of a host that is behind.
QString behindText(const HostStatus& status);
/// A sentence about a host that this computer cannot reach.
QString outOfReachText(const HostStatus& status);

} // namespace lockstep

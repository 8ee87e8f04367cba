// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/problems/problem.h"
#include "remote/preflight/pairs/pair_check.h"

#include <QJsonArray>
#include <QString>

/// What `lockstep check` says of the network between the hosts.
namespace lockstep {

/// Pairs that are not as drawn. Those over which a run would come to a stop are errors, the others warnings;
/// the key is that of the first host's address.
Problems pairProblems(const Topology& topology, const PairChecks& pairs);
/// A line for each pair about which there is nothing to mend: "gpu-1 – gpu-2: As drawn: ...".
QString pairReport(const Topology& topology, const PairChecks& pairs);
/// Of every pair that was measured: its hosts, the verdict and the figures.
QJsonArray pairsJson(const Topology& topology, const PairChecks& pairs);

} // namespace lockstep

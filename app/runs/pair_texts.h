// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/preflight/pairs/pair_check.h"

#include <QString>

namespace lockstep {

/// "gpu-1 – gpu-2".
QString pairName(const Topology& topology, const HostPair& pair);
/// How far a pair's measurement is, or what came of it and what to do about it, on one line.
QString pairText(const PairCheck& check);
/// Over which interfaces and with which packets it was measured; empty where nothing was.
QString pairDetail(const PairCheck& check);

} // namespace lockstep

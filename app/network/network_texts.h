// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/network/slowest_part.h"
#include "app/summary/run_summary.h"

#include <QString>

namespace lockstep {

/// "7.41 Mbps": three digits, as far as they say something.
QString loadText(double mbps);
/// What stands beside a link: "7.41 Mbps · 74 %"; empty while nothing is measured.
QString loadLabel(const LinkLoad& load, std::optional<double> share);
/// Both directions of a link, against what is drawn, and how long ranks are blocked across it.
QString linkSentences(const Topology& topology, std::size_t link, const LinkLoad& load);
/// The same between two hosts that no drawn links join.
QString directSentences(const Topology& topology, NetworkLoad::HostPair hosts, const LinkLoad& load);
/// What crosses a switch, against what is drawn.
QString switchSentence(const Switch& node, double mbps);
/// Who a rank is, and where the time of its steps goes. `phase`: what is known of it now; `times`: null while
/// none are known.
QString rankSentences(const RankSummary& rank, RunPhase phase, const RankTimes* times);
/// What holds a run back, in one sentence.
QString slowestSentence(const SlowestPart& part, const Topology& topology, const RunSummary& summary,
                        const NetworkLoad& load);

} // namespace lockstep

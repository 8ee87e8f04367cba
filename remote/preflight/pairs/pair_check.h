// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/pair_measurement.h"
#include "engine/protocol/sentence.h"
#include "engine/protocol/topology.h"
#include "remote/preflight/host_check.h"
#include "remote/preflight/pairs/pair_rounds.h"

#include <QVector>
#include <optional>
#include <string>

/// What is said of the network between two hosts.
namespace lockstep {

enum class PairVerdict {
    AsDrawn,
    Slower,            ///< than drawn, in one direction or both
    Faster,            ///< in both: drawn too slow
    SharesASegment,    ///< alone it is as drawn; together with others it is not, and the drawing hides why
    NothingDrawn,      ///< there is nothing to compare with
    HostLimited,       ///< slower, but a host was too busy for a verdict on the network
    LosesLargePackets, ///< small ones pass
    Unreachable,
};

/// What was found of a pair, from both of its hosts. Rates are of payload, in megabits (10^6) per second.
struct PairFigures {
    double mbpsForth = 0; ///< from the first host of the pair to the second
    double mbpsBack = 0;
    double roundTripMs = 0;
    int pathMtu = 0; ///< of the way forth; 0: not known
    bool losesLargePackets = false;
    bool isHostLimitedForth = false; ///< a host was too busy to tell what the network carries
    bool isHostLimitedBack = false;
    std::string firstInterface{}; ///< over which the first host measured; empty: not known
    std::string secondInterface{};
    bool operator==(const PairFigures&) const = default;
};
/// From what both hosts tell; the second host of a pair is the one that connects.
PairFigures figuresOf(const PairReport& first, const PairReport& second);

/// One pair of hosts and what came of it. Waiting, Running, Passed (as drawn, faster, or nothing is drawn),
/// Failed (all other verdicts) or Skipped.
struct PairCheck {
    HostPair pair;
    CheckState state = CheckState::Waiting;
    PairVerdict verdict = PairVerdict::NothingDrawn; ///< counts once it has passed or failed
    std::optional<PairFigures> figures{};            ///< none of an unreachable pair
    std::optional<double> drawnMbps{};               ///< of the narrowest link or switch on its drawn way
    Sentence found{};
    Sentence remedy{};
    bool operator==(const PairCheck&) const = default;
};
using PairChecks = QVector<PairCheck>;

/// Of a rate that is drawn, what is left for the payload of full packets in one direction: 1448 of 1514
/// bytes, as the forecast counts.
inline constexpr double kPairPayload = 1448.0 / 1514;
/// A way with at least this much of what the drawing promises is as drawn.
inline constexpr double kAsDrawnFrom = 0.9;
/// One with more than this is drawn too slow.
inline constexpr double kFasterFrom = 1.25;

/// The narrowest drawn bandwidth on a pair's drawn way, links and switches; nothing where none is drawn.
std::optional<double> drawnBandwidth(const Topology& topology, const HostPair& pair);

/// The link on a pair's drawn way with the least bandwidth, by index into Topology::links; the first of
/// several, and nothing where no link has one.
std::optional<std::size_t> narrowestLink(const Topology& topology, const HostPair& pair);

/// Compares what was measured with what is drawn (PairCheck::drawnMbps), and fills in the rest.
void judge(PairCheck& check, const PairFigures& figures, const Topology& topology);
/// Once more, for a drawing that has changed; what the drawing does not decide stays.
void judgeAgain(PairCheck& check, const Topology& topology);
/// The two never came together, for this reason.
void judgeUnreachable(PairCheck& check, const Sentence& reason, const Topology& topology);
/// Alone it was judged well, but it got this much less beside another pair.
void judgeSharing(PairCheck& check, double mbpsTogether, const HostPair& other, const Topology& topology);

/// "94.1 Mbps", "520 kbps": three digits, for sentences, as the drawing writes bandwidths.
std::string bitRateText(double mbps);

} // namespace lockstep

Q_DECLARE_METATYPE(lockstep::PairCheck)

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/preflight/pairs/pair_check.h"

#include "engine/protocol/drawn_routes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <utility>

namespace lockstep {

namespace {

/// A busy core explains a rate from here on; slower ways than this even a busy computer fills. With both of
/// its cores taken by others, one measured 7 % too little at 1000 Mbit/s, and nothing too little at 100.
constexpr double kBusyCore = 0.9;
constexpr double kSlowerWithBusyCores = 300;
/// These parts of the time tell by themselves that the network was not what held it back.
constexpr double kReceiverWaits = 0.5;
constexpr double kIdle = 0.2;
/// The work of a fast flow moves from core to core, so that none is busy all the time; then a sender that was
/// late for so much of it tells. Two cores that could not fill 10 Gbit/s were busy for 87 and 89 %, and late
/// for 20 %.
constexpr double kBusyInTurns = 0.75;
constexpr double kLateSender = 0.1;

bool isHostLimited(const PairReport& sender, double receivingCore)
{
    const double core = std::max(sender.coreSending, receivingCore);
    const bool isFast = sender.sentMbps > kSlowerWithBusyCores;
    if (core <= kBusyCore)
        return isFast && core > kBusyInTurns && sender.idle > kLateSender;
    return isFast || sender.receiverWaits > kReceiverWaits || sender.idle > kIdle;
}

const std::string& nameOf(const Topology& topology, std::size_t host)
{
    return topology.hosts[host].name;
}

void finish(PairCheck& check, PairVerdict verdict, Sentence found, Sentence remedy = {})
{
    const bool isWell = verdict == PairVerdict::AsDrawn || verdict == PairVerdict::Faster ||
                        verdict == PairVerdict::NothingDrawn;
    check.verdict = verdict;
    check.state = isWell ? CheckState::Passed : CheckState::Failed;
    check.found = std::move(found);
    check.remedy = std::move(remedy);
}

std::string threeDigits(double value)
{
    const int decimals = value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%.*f", decimals, value);
    return text.data();
}

/// "%1 there, %2 back, round trip %3 ms": the arguments.
std::vector<Sentence> ratesOf(const PairFigures& figures)
{
    return {bitRateText(figures.mbpsForth), bitRateText(figures.mbpsBack), threeDigits(figures.roundTripMs)};
}

Sentence slowerThanDrawn(const PairCheck& check, const PairFigures& figures)
{
    std::vector<Sentence> arguments = ratesOf(figures);
    arguments.emplace_back(bitRateText(*check.drawnMbps));
    arguments.emplace_back(bitRateText(*check.drawnMbps * kPairPayload));
    return {LOCKSTEP_TEXT("%1 there and %2 back, round trip %3 ms. Drawn are %4, which carry %5 of data."),
            std::move(arguments)};
}

void judgeLargePackets(PairCheck& check, const PairFigures& figures)
{
    finish(
        check, PairVerdict::LosesLargePackets,
        {LOCKSTEP_TEXT("Packets of the usual size (%1 bytes) are lost on the way, small ones pass: training "
                       "would hang here. With small packets it carries %2 there and %3 back."),
         {std::to_string(figures.pathMtu), bitRateText(figures.mbpsForth), bitRateText(figures.mbpsBack)}},
        LOCKSTEP_TEXT("Set the MTU of both interfaces to what the way between them carries (1400 for most "
                      "tunnels), or let ICMP \"fragmentation needed\" through the firewalls between them."));
}

void judgeRates(PairCheck& check, const PairFigures& figures)
{
    const double expected = *check.drawnMbps * kPairPayload;
    const double enough = kAsDrawnFrom * expected;
    const double least = std::min(figures.mbpsForth, figures.mbpsBack);
    if (least > kFasterFrom * expected) {
        Sentence found = slowerThanDrawn(check, figures);
        return finish(
            check, PairVerdict::Faster, std::move(found),
            LOCKSTEP_TEXT("It is drawn too slow: take the measured rate into the drawing, so that the "
                          "forecast counts with it."));
    }
    if (least >= enough)
        return finish(check, PairVerdict::AsDrawn,
                      {LOCKSTEP_TEXT("As drawn: %1 there, %2 back, round trip %3 ms."), ratesOf(figures)});
    const bool isExcused = (figures.mbpsForth >= enough || figures.isHostLimitedForth) &&
                           (figures.mbpsBack >= enough || figures.isHostLimitedBack);
    if (isExcused)
        return finish(
            check, PairVerdict::HostLimited, slowerThanDrawn(check, figures),
            LOCKSTEP_TEXT("A core of one of the two hosts had no time left, so this says nothing about "
                          "the network: end what else runs there and test again."));
    finish(
        check, PairVerdict::Slower, slowerThanDrawn(check, figures),
        LOCKSTEP_TEXT("Look at the cable, the port's speed and who else uses the link; or take the measured "
                      "rate into the drawing, so that the forecast counts with it."));
}

} // namespace

PairFigures figuresOf(const PairReport& first, const PairReport& second)
{
    return {.mbpsForth = first.sentMbps,
            .mbpsBack = second.sentMbps,
            .roundTripMs = second.roundTripMs.value_or(0),
            .pathMtu = first.pathMtu,
            .losesLargePackets = second.losesLargePackets,
            .isHostLimitedForth = isHostLimited(first, second.coreReceiving),
            .isHostLimitedBack = isHostLimited(second, first.coreReceiving),
            .firstInterface = first.interface,
            .secondInterface = second.interface};
}

std::optional<double> drawnBandwidth(const Topology& topology, const HostPair& pair)
{
    std::optional<double> narrowest;
    const auto passes = [&narrowest](std::optional<double> bandwidth) {
        if (bandwidth && (!narrowest || *bandwidth < *narrowest))
            narrowest = bandwidth;
    };
    DrawnRoutes routes(topology);
    for (const DrawnRoutes::Leg& leg : routes.between(pair.first, pair.second)) {
        const Link& link = topology.links[leg.link];
        passes(link.bandwidthMbps);
        for (const Switch& node : topology.switches) {
            if (node.id == link.from || node.id == link.to)
                passes(node.bandwidthMbps);
        }
    }
    return narrowest;
}

std::optional<std::size_t> narrowestLink(const Topology& topology, const HostPair& pair)
{
    std::optional<std::size_t> narrowest;
    DrawnRoutes routes(topology);
    for (const DrawnRoutes::Leg& leg : routes.between(pair.first, pair.second)) {
        const std::optional<double>& bandwidth = topology.links[leg.link].bandwidthMbps;
        if (bandwidth && (!narrowest || *bandwidth < *topology.links[*narrowest].bandwidthMbps))
            narrowest = leg.link;
    }
    return narrowest;
}

void judge(PairCheck& check, const PairFigures& figures, const Topology& topology)
{
    check.figures = figures;
    check.drawnMbps = drawnBandwidth(topology, check.pair);
    if (figures.losesLargePackets)
        return judgeLargePackets(check, figures);
    if (check.drawnMbps)
        return judgeRates(check, figures);
    const bool isHostLimited = figures.isHostLimitedForth || figures.isHostLimitedBack;
    finish(
        check, PairVerdict::NothingDrawn,
        {LOCKSTEP_TEXT("%1 there and %2 back, round trip %3 ms; no bandwidth is drawn."), ratesOf(figures)},
        isHostLimited
            ? LOCKSTEP_TEXT("A core of one of the two hosts had no time left, so the network may carry more: "
                            "end what else runs there and test again.")
            : LOCKSTEP_TEXT("Take the measured rate into the drawing, so that the forecast counts with it."));
}

void judgeAgain(PairCheck& check, const Topology& topology)
{
    const bool isKnown = check.state == CheckState::Passed || check.state == CheckState::Failed;
    if (isKnown && check.figures && check.verdict != PairVerdict::SharesASegment)
        judge(check, PairFigures(*check.figures), topology);
    else
        check.drawnMbps = drawnBandwidth(topology, check.pair);
}

void judgeUnreachable(PairCheck& check, const Sentence& reason, const Topology& topology)
{
    check.figures.reset();
    check.drawnMbps = drawnBandwidth(topology, check.pair);
    finish(check, PairVerdict::Unreachable, {LOCKSTEP_TEXT("They do not reach each other: %1"), {reason}},
           {LOCKSTEP_TEXT("Let %2 connect to %1 on any TCP port (firewall), or choose for both a network "
                          "interface over which they reach each other."),
            {nameOf(topology, check.pair.first), nameOf(topology, check.pair.second)}});
}

void judgeSharing(PairCheck& check, double mbpsTogether, const HostPair& other, const Topology& topology)
{
    const PairFigures& figures = *check.figures;
    finish(check, PairVerdict::SharesASegment,
           {LOCKSTEP_TEXT(
                "%1 alone, but %2 while %3 and %4 exchanged data: the two pairs share a segment that is not "
                "drawn."),
            {bitRateText(std::min(figures.mbpsForth, figures.mbpsBack)), bitRateText(mbpsTogether),
             nameOf(topology, other.first), nameOf(topology, other.second)}},
           LOCKSTEP_TEXT("Draw the switch or the link that both go through, with its bandwidth: the forecast "
                         "then counts it, and ranks are ordered to cross it less."));
}

std::string bitRateText(double mbps)
{
    constexpr double kNextUnit = 999.5; // which three digits would show as 1000
    const std::array<std::pair<double, const char*>, 4> units = {
        {{1e-3, "kbps"}, {1, "Mbps"}, {1e3, "Gbps"}, {1e6, "Tbps"}}};
    std::size_t unit = 0;
    while (unit + 1 < units.size() && mbps / units[unit].first >= kNextUnit)
        ++unit;
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%.3g %s", mbps / units[unit].first, units[unit].second);
    return text.data();
}

} // namespace lockstep

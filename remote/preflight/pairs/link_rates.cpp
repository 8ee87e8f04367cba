// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/preflight/pairs/link_rates.h"

#include "engine/protocol/drawn_routes.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace lockstep {

namespace {

/// What one measured pair says of one direction of a link on its way.
struct Witness {
    PairVerdict verdict = PairVerdict::AsDrawn;
    double mbps = 0; ///< as drawn: with headers
    bool isSlower = false;
    bool isHostLimited = false;
};

struct Witnesses {
    std::vector<Witness> forth;
    std::vector<Witness> back;
};

Witness witnessOf(const PairCheck& check, bool isForth)
{
    Witness witness{.verdict = check.verdict};
    if (!check.figures)
        return witness;
    const PairFigures& figures = *check.figures;
    witness.mbps = (isForth ? figures.mbpsForth : figures.mbpsBack) / kPairPayload;
    witness.isSlower = check.drawnMbps && witness.mbps < kAsDrawnFrom * *check.drawnMbps;
    witness.isHostLimited = isForth ? figures.isHostLimitedForth : figures.isHostLimitedBack;
    return witness;
}

bool areAll(const Witnesses& witnesses, PairVerdict verdict)
{
    const auto isIt = [verdict](const Witness& witness) { return witness.verdict == verdict; };
    return std::ranges::all_of(witnesses.forth, isIt) && std::ranges::all_of(witnesses.back, isIt);
}

std::optional<double> best(const std::vector<Witness>& witnesses)
{
    std::optional<double> best;
    for (const Witness& witness : witnesses) {
        if (witness.verdict != PairVerdict::Unreachable)
            best = std::max(best.value_or(0), witness.mbps);
    }
    return best;
}

/// Every way in one of the directions is slower than its own narrowest link.
bool isSlower(const Witnesses& witnesses, bool isWithBusyHosts)
{
    const auto accuses = [isWithBusyHosts](const Witness& witness) {
        return witness.isSlower && (isWithBusyHosts || !witness.isHostLimited);
    };
    const auto condemn = [&](const std::vector<Witness>& one) {
        return !one.empty() && std::ranges::all_of(one, accuses);
    };
    return condemn(witnesses.forth) || condemn(witnesses.back);
}

/// No way in this direction tells what the link carries.
bool areHostLimited(const std::vector<Witness>& witnesses)
{
    return !witnesses.empty() && std::ranges::all_of(witnesses, &Witness::isHostLimited);
}

bool isFaster(const LinkRate& rate, double drawnMbps)
{
    const auto exceeds = [drawnMbps](std::optional<double> mbps) {
        return mbps && *mbps > kFasterFrom * drawnMbps;
    };
    return exceeds(rate.mbpsForth) && exceeds(rate.mbpsBack);
}

LinkRate rateOf(const Link& link, const Witnesses& witnesses)
{
    LinkRate rate{.mbpsForth = best(witnesses.forth), .mbpsBack = best(witnesses.back)};
    if (areAll(witnesses, PairVerdict::Unreachable))
        rate.verdict = PairVerdict::Unreachable;
    else if (areAll(witnesses, PairVerdict::LosesLargePackets))
        rate.verdict = PairVerdict::LosesLargePackets;
    else if (!link.bandwidthMbps)
        rate.verdict = areHostLimited(witnesses.forth) || areHostLimited(witnesses.back)
                           ? PairVerdict::HostLimited
                           : PairVerdict::NothingDrawn;
    else if (isSlower(witnesses, false))
        rate.verdict = PairVerdict::Slower;
    else if (isSlower(witnesses, true))
        rate.verdict = PairVerdict::HostLimited;
    else if (isFaster(rate, *link.bandwidthMbps))
        rate.verdict = PairVerdict::Faster;
    return rate;
}

} // namespace

double toThreeDigits(double value)
{
    const double scale = std::pow(10, 2 - std::floor(std::log10(value)));
    return std::round(value * scale) / scale;
}

std::map<std::size_t, LinkRate> linkRates(const Topology& topology, const PairChecks& checks)
{
    DrawnRoutes routes(topology);
    std::map<std::size_t, Witnesses> witnesses;
    for (const PairCheck& check : checks) {
        if (check.state != CheckState::Passed && check.state != CheckState::Failed)
            continue;
        for (const DrawnRoutes::Leg& leg : routes.between(check.pair.first, check.pair.second)) {
            Witnesses& ofLink = witnesses[leg.link];
            (leg.isForward ? ofLink.forth : ofLink.back).push_back(witnessOf(check, true));
            (leg.isForward ? ofLink.back : ofLink.forth).push_back(witnessOf(check, false));
        }
    }
    std::map<std::size_t, LinkRate> rates;
    for (const auto& [link, ofLink] : witnesses)
        rates.emplace(link, rateOf(topology.links[link], ofLink));
    return rates;
}

std::map<std::size_t, double> bandwidthsToDraw(const std::map<std::size_t, LinkRate>& rates)
{
    std::map<std::size_t, double> bandwidths;
    for (const auto& [link, rate] : rates) {
        const bool isOther = rate.verdict == PairVerdict::Slower || rate.verdict == PairVerdict::Faster ||
                             rate.verdict == PairVerdict::NothingDrawn;
        if (!isOther || !rate.mbpsForth || !rate.mbpsBack)
            continue;
        const double slower = std::min(*rate.mbpsForth, *rate.mbpsBack);
        if (slower > 0)
            bandwidths.emplace(link, toThreeDigits(slower));
    }
    return bandwidths;
}

} // namespace lockstep

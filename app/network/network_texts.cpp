// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/network/network_texts.h"

#include "app/document/quantities.h"
#include "app/text/inert_text.h"
#include "app/text/number_text.h"
#include "app/text/phase_text.h"

#include <QCoreApplication>
#include <QLocale>
#include <cmath>

namespace lockstep {

namespace {

/// Of what is drawn: a link that carries less holds nobody back by its bandwidth.
constexpr double kHardlyUsed = 0.1;

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(lockstep::RunNetworkPanel)
};

QString shownNodeName(const Topology& topology, const std::string& id)
{
    const auto named = [](const auto& node) { return inertString(node.name.empty() ? node.id : node.name); };
    for (const Host& host : topology.hosts)
        if (host.id == id)
            return named(host);
    for (const Switch& node : topology.switches)
        if (node.id == id)
            return named(node);
    return inertString(id);
}

QString hostName(const Topology& topology, std::size_t host)
{
    return shownNodeName(topology, topology.hosts[host].id);
}

/// 0.743: "74 %"; 0.003: "<1 %".
QString wholePercent(double share)
{
    const bool isLess = share > 0 && share < 0.005;
    const QString percent = Texts::tr("%1 %").arg(QLocale().toString(isLess ? 1 : share * 100, 'f', 0));
    return isLess ? u'<' + percent : percent;
}

QString directionText(const QString& from, const QString& to, double mbps, std::optional<double> drawn)
{
    const QString way = Texts::tr("%1 → %2: %3").arg(from, to, loadText(mbps));
    return drawn ? Texts::tr("%1, %2 of the %3 drawn")
                       .arg(way, wholePercent(mbps / *drawn), formatBandwidth(*drawn))
                 : way;
}

QString bothWays(const QString& from, const QString& to, const LinkLoad& load, std::optional<double> drawn)
{
    QStringList lines{directionText(from, to, load.forwardMbps, drawn),
                      directionText(to, from, load.backwardMbps, drawn)};
    if (load.lateFraction > 0)
        lines << Texts::tr("Ranks are blocked across it for up to %1 of their time.")
                     .arg(wholePercent(std::min(1.0, load.lateFraction)));
    return lines.join(u'\n');
}

QString rankName(int rank, const RunSummary& summary)
{
    const auto found = summary.ranks().find(rank);
    const QString host = found == summary.ranks().end() ? QString() : inertString(found->second.host);
    return Texts::tr("rank %1 on %2").arg(rank).arg(host);
}

QString networkSentence(const SlowestPart& part, const Topology& topology, const NetworkLoad& load)
{
    const QString saving = stepTimeText(part.saving);
    const QString step = stepTimeText(part.step);
    if (part.link) {
        const Link& link = topology.links[*part.link];
        const LinkLoad& carried = load.links[*part.link];
        if (carried.share(link).value_or(1) < kHardlyUsed)
            return Texts::tr(
                       "All ranks wait at least %1 of each step of %2 for each other, most across the link "
                       "%3 – %4. It carries %5, so its bandwidth is not what they wait for: the way there "
                       "and back is, or hosts that do too much at once.")
                .arg(saving, step, shownNodeName(topology, link.from), shownNodeName(topology, link.to),
                     loadLabel(carried, carried.share(link)));
        return Texts::tr(
                   "The slowest part is the link %1 – %2: all ranks wait at least %3 of each step of %4 for "
                   "the network. It carries %5.")
            .arg(shownNodeName(topology, link.from), shownNodeName(topology, link.to), saving, step,
                 loadLabel(carried, carried.share(link)));
    }
    if (part.direct)
        return Texts::
            tr("The slowest part is the network between %1 and %2: all ranks wait at least %3 of each step "
               "of %4 for it.")
                .arg(hostName(topology, part.direct->first), hostName(topology, part.direct->second), saving,
                     step);
    return Texts::
        tr("The slowest part is what ranks send each other: all wait at least %1 of each step of %2 for it.")
            .arg(saving, step);
}

} // namespace

QString loadText(double mbps)
{
    if (!(mbps > 0))
        return formatBandwidth(0);
    const double digits = std::pow(10, 2 - std::floor(std::log10(mbps)));
    return formatBandwidth(std::round(mbps * digits) / digits);
}

QString loadLabel(const LinkLoad& load, std::optional<double> share)
{
    if (!(load.busierMbps() > 0))
        return {};
    const QString rate = loadText(load.busierMbps());
    return share ? QStringLiteral("%1 · %2").arg(rate, wholePercent(*share)) : rate;
}

QString linkSentences(const Topology& topology, std::size_t link, const LinkLoad& load)
{
    const Link& drawn = topology.links[link];
    return bothWays(shownNodeName(topology, drawn.from), shownNodeName(topology, drawn.to), load,
                    drawn.bandwidthMbps);
}

QString directSentences(const Topology& topology, NetworkLoad::HostPair hosts, const LinkLoad& load)
{
    return bothWays(hostName(topology, hosts.first), hostName(topology, hosts.second), load, std::nullopt) +
           u'\n' + Texts::tr("The drawing has no links between them.");
}

QString switchSentence(const Switch& node, double mbps)
{
    const QString name = inertString(node.name.empty() ? node.id : node.name);
    return node.bandwidthMbps ? Texts::tr("%1 carries %2, %3 of the %4 drawn.")
                                    .arg(name, loadText(mbps), wholePercent(mbps / *node.bandwidthMbps),
                                         formatBandwidth(*node.bandwidthMbps))
                              : Texts::tr("%1 carries %2.").arg(name, loadText(mbps));
}

QString rankSentences(const RankSummary& rank, RunPhase phase, const RankTimes* times)
{
    QStringList lines{Texts::tr("Rank %1 · %2 · %3").arg(rank.rank).arg(rank.device, phaseText(phase))};
    if (rank.step >= 0)
        lines << Texts::tr("Step %1, loss %2").arg(QLocale().toString(rank.step + 1), lossText(rank.loss));
    if (times)
        lines << Texts::tr("Each step: %1 waiting for data, %2 computing, %3 waiting for others")
                     .arg(stepTimeText(times->data), stepTimeText(times->compute),
                          stepTimeText(times->network));
    return lines.join(u'\n');
}

QString slowestSentence(const SlowestPart& part, const Topology& topology, const RunSummary& summary,
                        const NetworkLoad& load)
{
    const QString step = stepTimeText(part.step);
    switch (part.kind) {
    case SlowestPart::Kind::Unknown:
        return Texts::tr("What holds the run back is known after its first steps.");
    case SlowestPart::Kind::Nothing:
        return Texts::tr("Nothing holds the run back: nearly all of each step of %1 is computing.").arg(step);
    case SlowestPart::Kind::Loader:
        return Texts::
            tr("The slowest part is the loading of data on %1: without waiting for it a step of %2 would be "
               "%3 shorter.")
                .arg(rankName(part.rank, summary), step, stepTimeText(part.saving));
    case SlowestPart::Kind::Rank:
        return Texts::tr(
                   "The slowest part is %1: it computes %2 in each step, the others %3; all wait for it.")
            .arg(rankName(part.rank, summary), stepTimeText(part.compute), stepTimeText(part.usual));
    case SlowestPart::Kind::Network:
        return networkSentence(part, topology, load);
    }
    return {};
}

} // namespace lockstep

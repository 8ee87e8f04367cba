// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/blame/blame_texts.h"

#include "app/document/quantities.h"
#include "app/text/inert_text.h"
#include "app/text/list_text.h"
#include "app/text/number_text.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>
#include <cmath>

namespace lockstep {

namespace {

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(lockstep::RunBlame)
};

QString hostName(const Topology& topology, std::size_t host)
{
    const Host& one = topology.hosts.at(host);
    return inertString(one.name.empty() ? one.id : one.name);
}

QString nodeName(const Topology& topology, const std::string& id)
{
    for (std::size_t i = 0; i < topology.hosts.size(); ++i)
        if (topology.hosts[i].id == id)
            return hostName(topology, i);
    for (const Switch& node : topology.switches)
        if (node.id == id && !node.name.empty())
            return inertString(node.name);
    return inertString(id);
}

QString rankName(const Culprit& culprit, const Topology& topology)
{
    return Texts::tr("rank %1 on %2").arg(culprit.rank).arg(hostName(topology, culprit.host));
}

/// Of a rank that computes for long, and why it may do so.
QStringList rankSentences(const Culprit& culprit, const Topology& topology)
{
    QStringList sentences{
        Texts::tr("Held back by %1: it computes %2 in each step, most compute %3.")
            .arg(rankName(culprit, topology), stepTimeText(culprit.own), stepTimeText(culprit.usual))};
    const auto percent = [](double share) { return QLocale().toString(share * 100, 'f', 0); };
    if (culprit.processor)
        sentences << Texts::tr("It had a processor for %1 % of the time that it computed, the others for "
                               "%2 %: something else computes there.")
                         .arg(percent(culprit.processor->own), percent(culprit.processor->usual));
    return sentences;
}

/// In three digits.
QString rateText(double mbps)
{
    const double digits = mbps > 0 ? std::pow(10, 2 - std::floor(std::log10(mbps))) : 1;
    return formatBandwidth(std::round(mbps * digits) / digits);
}

QString costText(const Culprit& culprit)
{
    return Texts::tr("It costs %1 of each step of %2; so say %3 of the last %4 steps.")
        .arg(stepTimeText(culprit.cost), stepTimeText(culprit.step))
        .arg(countText(culprit.shown))
        .arg(countText(culprit.steps));
}

QString linkText(const SlowLink& slow, const Topology& topology)
{
    QStringList names;
    for (const std::size_t link : slow.links)
        names << Texts::tr("%1 – %2").arg(nodeName(topology, topology.links[link].from),
                                          nodeName(topology, topology.links[link].to));
    const QString reached = Texts::tr("%1 of %2").arg(rateText(slow.mbps), rateText(slow.expectedMbps));
    if (names.isEmpty())
        return Texts::tr("The network from %1 to %2 is slow: it reaches %3 while data are waiting.")
            .arg(hostName(topology, slow.from), hostName(topology, slow.to), reached);
    return Texts::tr("The link %1 is slow: it reaches %2 while data are waiting.")
        .arg(names.join(Texts::tr(" or ", "between names of links")), reached);
}

} // namespace

QString blameSentence(const Culprit& culprit, const Topology& topology)
{
    switch (culprit.kind) {
    case Culprit::Kind::Unknown:
        return {};
    case Culprit::Kind::Nothing:
        return Texts::tr("Nothing holds the run back: no loader, rank or link is out of line.");
    case Culprit::Kind::SlowLoader:
        return sentencesText(
            {Texts::tr("Held back by the loading of data on %1: it waits %2 for each batch, most wait %3.")
                 .arg(rankName(culprit, topology), stepTimeText(culprit.own), stepTimeText(culprit.usual)),
             costText(culprit)});
    case Culprit::Kind::SlowRank:
        return sentencesText(rankSentences(culprit, topology) << costText(culprit));
    case Culprit::Kind::SlowLink:
        return sentencesText({linkText(*culprit.link, topology), costText(culprit)});
    case Culprit::Kind::SilentHost:
        return Texts::tr("%1 is silent: it has told nothing for %2 s, while other hosts do. It is frozen, or "
                         "cut off from this computer.")
            .arg(hostName(topology, culprit.host), QLocale().toString(culprit.silentSeconds, 'f', 1));
    }
    return {};
}

QString nameOf(Culprit::Kind kind)
{
    switch (kind) {
    case Culprit::Kind::Unknown:
        break;
    case Culprit::Kind::Nothing:
        return QStringLiteral("nothing");
    case Culprit::Kind::SlowLoader:
        return QStringLiteral("slow-loader");
    case Culprit::Kind::SlowRank:
        return QStringLiteral("slow-rank");
    case Culprit::Kind::SlowLink:
        return QStringLiteral("slow-link");
    case Culprit::Kind::SilentHost:
        return QStringLiteral("silent-host");
    }
    return QStringLiteral("unknown");
}

} // namespace lockstep

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/measured_links.h"

#include "app/document/quantities.h"

#include <QCoreApplication>
#include <algorithm>

namespace lockstep {

namespace {

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(lockstep::MeasuredLinks)
};

QString rateText(std::optional<double> mbps)
{
    return mbps && *mbps > 0 ? formatBandwidth(toThreeDigits(*mbps)) : Texts::tr("not measured");
}

QString slowerRate(const LinkRate& rate)
{
    const double forth = rate.mbpsForth.value_or(rate.mbpsBack.value_or(0));
    return rateText(std::min(forth, rate.mbpsBack.value_or(forth)));
}

QString sentenceOf(PairVerdict verdict)
{
    switch (verdict) {
    case PairVerdict::AsDrawn:
    case PairVerdict::SharesASegment:
        return Texts::tr("The link is as drawn.");
    case PairVerdict::NothingDrawn:
        return Texts::tr("No bandwidth is drawn.");
    case PairVerdict::Slower:
        return Texts::tr("The link is slower than drawn.");
    case PairVerdict::Faster:
        return Texts::tr("The link is faster than drawn.");
    case PairVerdict::HostLimited:
        return Texts::tr("A host was too busy to tell what the link carries.");
    case PairVerdict::LosesLargePackets:
        return Texts::tr("Packets of the usual size are lost on the way.");
    case PairVerdict::Unreachable:
        break;
    }
    return Texts::tr("The hosts do not reach each other over it.");
}

LinkMark markOf(const LinkRate& rate)
{
    switch (rate.verdict) {
    case PairVerdict::AsDrawn:
    case PairVerdict::SharesASegment:
        return {LinkMark::Kind::Good, QStringLiteral("✓"), {}};
    case PairVerdict::NothingDrawn:
        return {LinkMark::Kind::Good, Texts::tr("measured %1").arg(slowerRate(rate)), {}};
    case PairVerdict::Slower:
        return {LinkMark::Kind::Bad, QStringLiteral("▼ ") + slowerRate(rate), {}};
    case PairVerdict::Faster:
        return {LinkMark::Kind::Doubtful, QStringLiteral("▲ ") + slowerRate(rate), {}};
    case PairVerdict::HostLimited:
        return {LinkMark::Kind::Doubtful, QStringLiteral("? ") + slowerRate(rate), {}};
    case PairVerdict::LosesLargePackets:
        return {LinkMark::Kind::Bad, Texts::tr("✕ large packets lost"), {}};
    case PairVerdict::Unreachable:
        break;
    }
    return {LinkMark::Kind::Bad, Texts::tr("✕ unreachable"), {}};
}

} // namespace

std::map<LinkKey, LinkMark> linkMarks(const Topology& topology, const std::map<std::size_t, LinkRate>& rates)
{
    const std::vector<LinkKey> keys = linkKeys(topology);
    std::map<LinkKey, LinkMark> marks;
    for (const auto& [index, rate] : rates) {
        const LinkKey& key = keys[index];
        LinkMark mark = markOf(rate);
        mark.detail = sentenceOf(rate.verdict);
        if (rate.mbpsForth || rate.mbpsBack) {
            const QString from = QString::fromStdString(nodeName(topology, key.from));
            const QString to = QString::fromStdString(nodeName(topology, key.to));
            mark.detail += u'\n' + Texts::tr("Measured from %1 to %2: %3; back: %4.")
                                       .arg(from, to, rateText(rate.mbpsForth), rateText(rate.mbpsBack));
        }
        marks.emplace(key, std::move(mark));
    }
    return marks;
}

void drawBandwidths(ExperimentDocument& document, const std::map<std::size_t, double>& bandwidths)
{
    Experiment next = document.experiment();
    for (const auto& [link, mbps] : bandwidths)
        next.topology.links.at(link).bandwidthMbps = mbps;
    document.edit([] { return Texts::tr("Draw the measured rates"); }, next);
}

} // namespace lockstep

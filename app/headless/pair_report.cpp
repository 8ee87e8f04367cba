// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/headless/pair_report.h"

#include "app/runs/pair_texts.h"

#include <QJsonObject>
#include <QStringList>

namespace lockstep {

namespace {

/// For programs, as in the document.
QString wordOf(PairVerdict verdict)
{
    switch (verdict) {
    case PairVerdict::AsDrawn:
        return QStringLiteral("as-drawn");
    case PairVerdict::Slower:
        return QStringLiteral("slower");
    case PairVerdict::Faster:
        return QStringLiteral("faster");
    case PairVerdict::SharesASegment:
        return QStringLiteral("shares-a-segment");
    case PairVerdict::NothingDrawn:
        return QStringLiteral("nothing-drawn");
    case PairVerdict::HostLimited:
        return QStringLiteral("host-limited");
    case PairVerdict::LosesLargePackets:
        return QStringLiteral("loses-large-packets");
    case PairVerdict::Unreachable:
        break;
    }
    return QStringLiteral("unreachable");
}

bool stopsARun(PairVerdict verdict)
{
    return verdict == PairVerdict::Unreachable || verdict == PairVerdict::LosesLargePackets;
}

bool isKnown(const PairCheck& check)
{
    return check.state == CheckState::Passed || check.state == CheckState::Failed;
}

/// A pair about which there is something to do is a problem; that no bandwidth is drawn is none.
bool isProblem(const PairCheck& check)
{
    return isKnown(check) && check.verdict != PairVerdict::AsDrawn &&
           check.verdict != PairVerdict::NothingDrawn;
}

} // namespace

Problems pairProblems(const Topology& topology, const PairChecks& pairs)
{
    Problems problems;
    for (const PairCheck& check : pairs) {
        if (!isProblem(check))
            continue;
        const Severity severity = stopsARun(check.verdict) ? Severity::Error : Severity::Warning;
        const std::string key = "topology.hosts." + std::to_string(check.pair.first) + ".address";
        problems.push_back({severity,
                            {LOCKSTEP_TEXT("The network between %1 and %2: %3"),
                             {topology.hosts[check.pair.first].name, topology.hosts[check.pair.second].name,
                              inARow({check.found, check.remedy})},
                             key}});
    }
    return problems;
}

QString pairReport(const Topology& topology, const PairChecks& pairs)
{
    QStringList lines;
    for (const PairCheck& check : pairs) {
        if (isKnown(check) && !isProblem(check))
            lines << pairName(topology, check.pair) + QStringLiteral(": ") + pairText(check);
    }
    return lines.join(u'\n');
}

QJsonArray pairsJson(const Topology& topology, const PairChecks& pairs)
{
    QJsonArray list;
    for (const PairCheck& check : pairs) {
        if (!isKnown(check))
            continue;
        QJsonObject pair{
            {QStringLiteral("first"), QString::fromStdString(topology.hosts[check.pair.first].name)},
            {QStringLiteral("second"), QString::fromStdString(topology.hosts[check.pair.second].name)},
            {QStringLiteral("verdict"), wordOf(check.verdict)},
            {QStringLiteral("message"), QString::fromStdString(check.found.english())}};
        if (check.drawnMbps)
            pair[QStringLiteral("drawn_mbps")] = *check.drawnMbps;
        if (check.figures) {
            pair[QStringLiteral("mbps_forth")] = check.figures->mbpsForth;
            pair[QStringLiteral("mbps_back")] = check.figures->mbpsBack;
            pair[QStringLiteral("round_trip_ms")] = check.figures->roundTripMs;
            pair[QStringLiteral("path_mtu")] = check.figures->pathMtu;
            pair[QStringLiteral("first_interface")] = QString::fromStdString(check.figures->firstInterface);
            pair[QStringLiteral("second_interface")] = QString::fromStdString(check.figures->secondInterface);
        }
        list.append(pair);
    }
    return list;
}

} // namespace lockstep

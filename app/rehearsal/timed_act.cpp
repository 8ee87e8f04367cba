// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/rehearsal/timed_act.h"

#include "app/document/quantities.h"

#include <algorithm>
#include <array>
#include <utility>

namespace lockstep {

namespace {

constexpr double kLatest = 1e6; ///< s

std::optional<HostAct> hostActCalled(const QString& word)
{
    static const std::array<std::pair<QLatin1String, HostAct>, 7> kWords{{
        {QLatin1String("pause"), HostAct::Pause},
        {QLatin1String("continue"), HostAct::Continue},
        {QLatin1String("slow"), HostAct::Slow},
        {QLatin1String("relieve"), HostAct::Relieve},
        {QLatin1String("slow-data"), HostAct::SlowData},
        {QLatin1String("relieve-data"), HostAct::RelieveData},
        {QLatin1String("kill"), HostAct::Kill},
    }};
    const auto found = std::ranges::find(kWords, word, [](const auto& entry) { return entry.first; });
    return found == kWords.end() ? std::nullopt : std::optional(found->second);
}

Error notAnAct(const QString& text)
{
    return {LOCKSTEP_TEXT("\"%1\" is nothing that can be done to a rehearsal. Write SECONDS:ACT:HOST with "
                          "pause, continue, slow, relieve, slow-data, relieve-data or kill, or "
                          "SECONDS:ACT:END,END with cut, mend or limit=RATE, as 20:slow-data:gpu-1 or "
                          "20:limit=15Mbps:gpu-1,switch."),
            {text.toStdString()},
            {}};
}

/// The first of these with this id, else with this name; nothing is called by none.
template <typename Nodes>
std::optional<std::string> idIn(const Nodes& nodes, const std::string& called)
{
    if (called.empty())
        return std::nullopt;
    auto found = std::ranges::find(nodes, called, [](const auto& node) { return node.id; });
    if (found == nodes.end())
        found = std::ranges::find(nodes, called, [](const auto& node) { return node.name; });
    return found == nodes.end() ? std::nullopt : std::optional(found->id);
}

std::optional<std::string> endCalled(const QString& name, const Topology& drawn)
{
    const std::optional<std::string> host = idIn(drawn.hosts, name.toStdString());
    return host ? host : idIn(drawn.switches, name.toStdString());
}

/// "END,END"; names may have commas too.
std::optional<LinkKey> linkCalled(const QString& ends, const Topology& drawn)
{
    for (qsizetype comma = ends.indexOf(u','); comma >= 0; comma = ends.indexOf(u',', comma + 1)) {
        const auto one = endCalled(ends.left(comma), drawn);
        const auto other = endCalled(ends.mid(comma + 1), drawn);
        if (!one || !other)
            continue;
        for (const LinkKey& link : {LinkKey{*one, *other}, LinkKey{*other, *one}})
            if (findLink(drawn, link))
                return link;
    }
    return std::nullopt;
}

Result<TimedAct> onHost(double seconds, HostAct act, const QString& name, const Topology& drawn)
{
    if (const auto host = idIn(drawn.hosts, name.toStdString()))
        return TimedAct{seconds, ActOnHost{*host, act}};
    return Error{LOCKSTEP_TEXT("No host is called \"%1\" in this drawing."), {name.toStdString()}, {}};
}

Result<TimedAct> onLink(double seconds, std::optional<LinkState> state, const QString& ends,
                        const Topology& drawn)
{
    if (const auto link = linkCalled(ends, drawn))
        return TimedAct{seconds, ActOnLink{*link, state}};
    return Error{
        LOCKSTEP_TEXT("No link is drawn between \"%1\": write the names of its two ends with a comma "
                      "between them."),
        {ends.toStdString()},
        {}};
}

} // namespace

Result<TimedAct> timedActFrom(const QString& text, const Topology& drawn)
{
    const QString word = text.section(u':', 1, 1), object = text.section(u':', 2);
    bool isNumber = false;
    const double seconds = text.section(u':', 0, 0).toDouble(&isNumber);
    if (!isNumber || !(seconds >= 0 && seconds <= kLatest))
        return notAnAct(text);
    if (const auto act = hostActCalled(word))
        return onHost(seconds, *act, object, drawn);
    if (word == QLatin1String("cut"))
        return onLink(seconds, LinkState{.isCut = true, .bandwidthMbps = {}}, object, drawn);
    if (word == QLatin1String("mend"))
        return onLink(seconds, std::nullopt, object, drawn);
    const QString limit = QStringLiteral("limit=");
    if (!word.startsWith(limit))
        return notAnAct(text);
    const Result<double> rate = parseBandwidth(word.mid(limit.size()));
    if (!rate)
        return rate.error();
    if (!(*rate > 0))
        return notAnAct(text);
    return onLink(seconds, LinkState{.isCut = false, .bandwidthMbps = *rate}, object, drawn);
}

} // namespace lockstep

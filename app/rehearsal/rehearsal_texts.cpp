// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/rehearsal/rehearsal_texts.h"

#include "app/document/quantities.h"
#include "app/text/inert_text.h"
#include "app/text/list_text.h"

#include <QCoreApplication>

namespace lockstep {

namespace {

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(lockstep::Rehearsal)
};

QString stageText(StageKind stage)
{
    return stage == StageKind::User ? Texts::tr("network namespaces, without root's rights")
                                    : Texts::tr("network namespaces, as root");
}

QString shownName(const Topology& topology, const std::string& id)
{
    return inertString(nodeName(topology, id));
}

} // namespace

QString rehearsalSentence(const RehearsalFacts& facts, int hosts)
{
    if (facts.stage == StageKind::Loopback)
        return Texts::tr("Rehearsal on this computer: %Ln host(s) as processes that share its network.",
                         nullptr, hosts);
    return Texts::tr("Rehearsal on this computer: %Ln host(s), over links with the drawn bandwidths and "
                     "latencies (%1).",
                     nullptr, hosts)
        .arg(stageText(facts.stage));
}

QStringList omissionSentences(const RehearsalFacts& facts)
{
    QStringList sentences;
    if (facts.stage == StageKind::Loopback)
        sentences << Texts::tr(
            "Nothing holds the links back: this computer lets nobody make networks, so the times on "
            "the network are not those of the drawn cluster, and links can be neither limited nor cut.");
    if (facts.leavesOutGpus)
        sentences << Texts::tr("The ranks of GPUs compute on this computer's processors, at their speed.");
    if (facts.imitatesCompute)
        sentences << Texts::tr(
            "There are more ranks than this computer has cores: after the first steps each of them "
            "waits as long as computing took it alone. The exchange is real, but the model learns "
            "nothing more.");
    return sentences;
}

QString linkStateText(const LinkState& state)
{
    if (state.isCut)
        return Texts::tr("cut", "a link");
    return state.bandwidthMbps ? Texts::tr("now %1", "a link").arg(formatBandwidth(*state.bandwidthMbps))
                               : Texts::tr("no limit", "a link");
}

QString hostStateText(const HostDisturbance& state)
{
    if (state.isKilled)
        return Texts::tr("killed", "a host");
    QStringList words;
    if (state.isSlowed)
        words << Texts::tr("slowed", "a host");
    if (state.hasSlowData)
        words << Texts::tr("data slowed", "a host");
    if (state.isPaused)
        words << Texts::tr("paused", "a host");
    return listText(words);
}

QStringList disturbanceTexts(const Disturbances& disturbances, const Topology& topology)
{
    QStringList texts;
    for (const auto& [host, state] : disturbances.hosts)
        texts << Texts::tr("%1: %2", "host: paused").arg(shownName(topology, host), hostStateText(state));
    for (const auto& [link, state] : disturbances.links)
        texts << Texts::tr("%1 ↔ %2: %3", "hosts, and what their link does")
                     .arg(shownName(topology, link.from), shownName(topology, link.to), linkStateText(state));
    return texts;
}

} // namespace lockstep

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/rehearsal_actions.h"

#include "app/document/quantities.h"
#include "app/rehearsal/live_rehearsal.h"
#include "app/rehearsal/rehearsal_texts.h"
#include "app/text/error_text.h"
#include "app/topology/topology_scene.h"
#include "app/topology/topology_view.h"
#include "app/window/same_machine.h"

#include <QAction>
#include <QInputDialog>
#include <QMenu>
#include <algorithm>
#include <utility>

namespace lockstep {

RehearsalActions::RehearsalActions(LiveRehearsal& rehearsal, const CanvasParts& canvas, QObject* parent)
    : QObject(parent), m_rehearsal(rehearsal), m_canvas(canvas)
{
    addForLinks();
    addForHosts();
    add(
        ActsOn::All, tr("Everything as &drawn"), [this] { return !m_rehearsal.disturbances().isEmpty(); },
        [this] { m_rehearsal.undoAll(); });
    connect(&m_rehearsal, &LiveRehearsal::changed, this, &RehearsalActions::refresh);
    connect(&m_canvas.scene, &QGraphicsScene::selectionChanged, this, &RehearsalActions::refresh);
    refresh();
}

void RehearsalActions::add(ActsOn object, const QString& text, std::function<bool()> isMeant,
                           std::function<void()> act)
{
    auto* action = new QAction(text, this);
    connect(action, &QAction::triggered, this, std::move(act));
    m_entries.append({action, object, std::move(isMeant)});
}

void RehearsalActions::addForLinks()
{
    const auto isChosen = [this] { return !links().empty(); };
    add(ActsOn::Links, tr("Limit the &bandwidth…"), isChosen, [this] { askForRate(); });
    add(
        ActsOn::Links, tr("&Cut the link"),
        [this] { return std::ranges::any_of(links(), [this](const auto& link) { return !isCut(link); }); },
        [this] {
            for (const LinkKey& link : links())
                m_rehearsal.setLink(link, {.isCut = true, .bandwidthMbps = {}});
        });
    add(
        ActsOn::Links, tr("&Mend the link"),
        [this] {
            return std::ranges::any_of(links(), [this](const auto& link) { return isDisturbed(link); });
        },
        [this] {
            for (const LinkKey& link : links())
                m_rehearsal.mendLink(link);
        });
}

void RehearsalActions::addForHosts()
{
    const auto isAwake = [](const HostDisturbance& state) { return !state.isKilled && !state.isPaused; };
    addForHosts(tr("&Pause the host"), HostAct::Pause, isAwake);
    addForHosts(tr("Let the host &go on"), HostAct::Continue,
                [](const HostDisturbance& state) { return state.isPaused; });
    addForHosts(tr("&Slow the host"), HostAct::Slow,
                [](const HostDisturbance& state) { return !state.isKilled && !state.isSlowed; });
    addForHosts(tr("&Relieve the host"), HostAct::Relieve,
                [](const HostDisturbance& state) { return state.isSlowed; });
    addForHosts(tr("Slow the &loading of data"), HostAct::SlowData,
                [](const HostDisturbance& state) { return !state.isKilled && !state.hasSlowData; });
    addForHosts(tr("Load data as be&fore"), HostAct::RelieveData,
                [](const HostDisturbance& state) { return state.hasSlowData; });
    addForHosts(tr("&Kill the host"), HostAct::Kill,
                [](const HostDisturbance& state) { return !state.isKilled; });
}

void RehearsalActions::addForHosts(const QString& text, HostAct act, bool (*isMeant)(const HostDisturbance&))
{
    const auto meant = [this, isMeant] {
        std::set<std::string> chosen = hosts();
        std::erase_if(chosen, [&](const std::string& host) { return !isMeant(stateOf(host)); });
        return chosen;
    };
    add(
        ActsOn::Hosts, text, [meant] { return !meant().empty(); },
        [this, meant, act] {
            for (const std::string& host : meant())
                m_rehearsal.act(host, act);
        });
}

void RehearsalActions::addTo(QMenu& menu) const
{
    for (qsizetype index = 0; index < m_entries.size(); ++index) {
        if (index > 0 && m_entries[index].object != m_entries[index - 1].object)
            menu.addSeparator();
        menu.addAction(m_entries[index].action);
    }
}

void RehearsalActions::addEnabledTo(QMenu& menu) const
{
    menu.addSeparator();
    for (const Entry& entry : m_entries)
        if (entry.action->isEnabled())
            menu.addAction(entry.action);
}

void RehearsalActions::refresh()
{
    for (const Entry& entry : m_entries)
        entry.action->setEnabled(m_rehearsal.drawn() && entry.isMeant());
}

std::set<LinkKey> RehearsalActions::links() const
{
    std::set<LinkKey> links = m_canvas.scene.selection().links;
    const Experiment* const drawn = m_rehearsal.hasLinks() ? m_rehearsal.drawn() : nullptr;
    std::erase_if(links, [drawn](const LinkKey& link) { return !drawn || !findLink(drawn->topology, link); });
    return links;
}

std::set<std::string> RehearsalActions::hosts() const
{
    std::set<std::string> hosts = m_canvas.scene.selection().nodes;
    const Topology& now = m_canvas.document.experiment().topology;
    const Experiment* const drawn = m_rehearsal.drawn();
    std::erase_if(hosts, [&](const std::string& id) {
        const auto here = findHost(now, id);
        const auto there = drawn ? findHost(drawn->topology, id) : std::nullopt;
        return !here || !there || !isSameMachine(now.hosts[*here], drawn->topology.hosts[*there]);
    });
    return hosts;
}

HostDisturbance RehearsalActions::stateOf(const std::string& host) const
{
    const auto& hosts = m_rehearsal.disturbances().hosts;
    const auto found = hosts.find(host);
    return found == hosts.end() ? HostDisturbance() : found->second;
}

bool RehearsalActions::isCut(const LinkKey& link) const
{
    const auto& links = m_rehearsal.disturbances().links;
    const auto found = links.find(link);
    return found != links.end() && found->second.isCut;
}

bool RehearsalActions::isDisturbed(const LinkKey& link) const
{
    return m_rehearsal.disturbances().links.contains(link);
}

void RehearsalActions::askForRate()
{
    const std::set<LinkKey> links = this->links(); // while the dialog is open others may be selected
    QString text = formatBandwidth(1);
    for (QString label = tr("Bandwidth each way, until it is mended:");;) {
        bool isGiven = false;
        text = QInputDialog::getText(&m_canvas.view, tr("Limit the bandwidth"), label, QLineEdit::Normal,
                                     text, &isGiven);
        if (!isGiven)
            return;
        const Result<double> rate = parseBandwidth(text);
        if (rate && *rate > 0) {
            for (const LinkKey& link : links)
                m_rehearsal.setLink(link, {.isCut = false, .bandwidthMbps = *rate});
            return;
        }
        label = rate ? tr("The bandwidth must be more than 0. To let nothing through, cut the link.")
                     : errorSentence(rate.error());
    }
}

CanvasBadges badgesOf(const Disturbances& disturbances)
{
    using enum CanvasBadge::Tone;
    CanvasBadges badges;
    for (const auto& [host, state] : disturbances.hosts)
        badges.hosts[host] = {hostStateText(state), state.isKilled ? Bad : Warning};
    for (const auto& [link, state] : disturbances.links)
        badges.links[link] = {linkStateText(state), state.isCut ? Bad : Warning};
    return badges;
}

} // namespace lockstep

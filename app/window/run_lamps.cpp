// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/run_lamps.h"

#include "app/document/elements.h"
#include "app/runs/run_texts.h"
#include "app/text/error_text.h"

#include <algorithm>

namespace lockstep {

namespace {

/// Of a host that is away: what is known of it first, then why it cannot be reached.
QString reasonOf(const HostStatus& status)
{
    const QString reason = status.error ? sentenceBeginning(*status.error) : QString();
    if (status.state != RunPhase::Reconnecting)
        return reason;
    const QString known = outOfReachText(status.outOfReach);
    return reason.isEmpty() ? known : known + u'\n' + reason;
}

bool isSameMachine(const Host& one, const Host& other)
{
    return one.id == other.id && one.connection == other.connection && one.address == other.address &&
           one.port == other.port && one.user == other.user && one.devices == other.devices;
}

} // namespace

RunLamps::RunLamps(const ExperimentDocument& document, QObject* parent)
    : QObject(parent), m_document(document)
{
    connect(&m_document, &ExperimentDocument::replaced, this, &RunLamps::compare);
    connect(&m_document, &ExperimentDocument::changed, this, &RunLamps::refresh);
}

void RunLamps::showRun(const Experiment& experiment)
{
    m_run = experiment;
    m_statuses.clear();
    compare();
}

void RunLamps::setHost(const HostStatus& status)
{
    m_statuses[status.host] = status;
    refresh();
}

/// Ids alone do not tell drawings apart: most have a "host-1".
void RunLamps::compare()
{
    const Experiment& drawn = m_document.experiment();
    const std::vector<Host>& hosts = drawn.topology.hosts;
    m_isOfThisDrawing =
        drawn.name == m_run.name && std::equal(hosts.begin(), hosts.end(), m_run.topology.hosts.begin(),
                                               m_run.topology.hosts.end(), isSameMachine);
    refresh();
}

void RunLamps::refresh()
{
    HostStates lit;
    const std::vector<Host>& ran = m_run.topology.hosts;
    for (const auto& [host, status] : m_statuses) {
        if (!m_isOfThisDrawing || host < 0 || static_cast<std::size_t>(host) >= ran.size())
            continue;
        const Host& there = ran[static_cast<std::size_t>(host)];
        const std::optional<std::size_t> here = findHost(m_document.experiment().topology, there.id);
        if (!here || !isSameMachine(there, m_document.experiment().topology.hosts[*here]))
            continue;
        lit[there.id] = {status.state, reasonOf(status)};
    }
    if (lit == m_shown)
        return;
    m_shown = std::move(lit);
    emit changed(m_shown);
}

} // namespace lockstep

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/rehearsal/live_rehearsal.h"

#include <utility>

namespace lockstep {

namespace {

Result<void> carriedOut(Rehearsal& rehearsal, const Host& host, HostAct act)
{
    switch (act) {
    case HostAct::Pause:
        return rehearsal.pauseHost(host);
    case HostAct::Continue:
        return rehearsal.continueHost(host);
    case HostAct::Slow:
        return rehearsal.slowHost(host);
    case HostAct::Relieve:
        return rehearsal.relieveHost(host);
    case HostAct::SlowData:
        return rehearsal.slowData(host);
    case HostAct::RelieveData:
        return rehearsal.relieveData(host);
    case HostAct::Kill:
        return rehearsal.killHost(host);
    }
    return {};
}

HostDisturbance after(HostDisturbance before, HostAct act)
{
    switch (act) {
    case HostAct::Pause:
    case HostAct::Continue:
        before.isPaused = act == HostAct::Pause;
        break;
    case HostAct::Slow:
    case HostAct::Relieve:
        before.isSlowed = act == HostAct::Slow;
        break;
    case HostAct::SlowData:
    case HostAct::RelieveData:
        before.hasSlowData = act == HostAct::SlowData;
        break;
    case HostAct::Kill:
        return {.isKilled = true};
    }
    return before;
}

} // namespace

LiveRehearsal::LiveRehearsal(QString program, QObject* parent)
    : QObject(parent), m_program(std::move(program))
{
    m_worker.setMaxThreadCount(1);
}

LiveRehearsal::~LiveRehearsal()
{
    m_worker.clear();
    m_worker.waitForDone();
}

void LiveRehearsal::open(const Experiment& drawn)
{
    m_isOpening = true;
    m_worker.start([this, drawn] {
        auto stage = Rehearsal::open(m_program.toStdString(), drawn.topology);
        QMetaObject::invokeMethod(
            this,
            [this, drawn, stage = std::move(stage)] {
                m_isOpening = false;
                if (stage)
                    emit opened(drawn, stage.value());
                else
                    emit refused(stage.error());
            },
            Qt::QueuedConnection);
    });
}

void LiveRehearsal::follow(const Experiment& drawn, const std::shared_ptr<Rehearsal>& rehearsal)
{
    m_drawn = drawn;
    m_rehearsal = rehearsal;
    m_hasLinks = rehearsal->hasLinks();
    m_disturbances = {};
    emit changed();
}

void LiveRehearsal::leave()
{
    if (!m_drawn)
        return;
    m_drawn.reset();
    m_rehearsal.reset();
    m_hasLinks = false;
    m_disturbances = {};
    emit changed();
}

void LiveRehearsal::setLink(const LinkKey& link, const LinkState& state)
{
    const auto index = m_drawn ? findLink(m_drawn->topology, link) : std::nullopt;
    if (!index)
        return;
    const LinkState asDrawn{false, m_drawn->topology.links[*index].bandwidthMbps};
    carryOut([index = *index, state](Rehearsal& rehearsal) { return rehearsal.setLink(index, state); },
             [link, state, asDrawn](Disturbances& disturbances) {
                 if (state == asDrawn)
                     disturbances.links.erase(link);
                 else
                     disturbances.links[link] = state;
             });
}

void LiveRehearsal::mendLink(const LinkKey& link)
{
    if (const auto index = m_drawn ? findLink(m_drawn->topology, link) : std::nullopt)
        setLink(link, {false, m_drawn->topology.links[*index].bandwidthMbps});
}

void LiveRehearsal::act(const std::string& host, HostAct act)
{
    const auto index = m_drawn ? findHost(m_drawn->topology, host) : std::nullopt;
    if (!index)
        return;
    carryOut([host = m_drawn->topology.hosts[*index],
              act](Rehearsal& rehearsal) { return carriedOut(rehearsal, host, act); },
             [host, act](Disturbances& disturbances) {
                 HostDisturbance& present = disturbances.hosts[host];
                 present = after(present, act);
                 if (present == HostDisturbance())
                     disturbances.hosts.erase(host);
             });
}

void LiveRehearsal::undoAll()
{
    const Disturbances present = m_disturbances;
    for (const auto& [link, state] : present.links)
        mendLink(link);
    for (const auto& [host, disturbance] : present.hosts) {
        if (disturbance.isPaused)
            act(host, HostAct::Continue);
        if (disturbance.isSlowed)
            act(host, HostAct::Relieve);
        if (disturbance.hasSlowData)
            act(host, HostAct::RelieveData);
    }
}

void LiveRehearsal::carryOut(Act act, Note note)
{
    m_worker.start([this, act = std::move(act), note = std::move(note), followed = m_rehearsal] {
        const std::shared_ptr<Rehearsal> rehearsal = followed.lock();
        if (!rehearsal)
            return; // its run has let go of it
        const Result<void> done = act(*rehearsal);
        QMetaObject::invokeMethod(
            this,
            [this, rehearsal, done, note] {
                if (m_rehearsal.lock() != rehearsal)
                    return; // it ended meanwhile
                if (!done) {
                    emit failed(done.error());
                    return;
                }
                note(m_disturbances);
                emit changed();
            },
            Qt::QueuedConnection);
    });
}

} // namespace lockstep

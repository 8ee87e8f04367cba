// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/inventory/host_inventories.h"

#include "remote/hosts/host_questions.h"
#include "remote/inventory/asked_host.h"
#include "remote/mirrors/run_folder.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace lockstep {

struct HostInventories::State {
    State(HostInventories& inventories, RemoteOptions given) : q(inventories), options(std::move(given))
    {
        if (options.runsFolder.isEmpty())
            options.runsFolder = defaultRunsFolder();
    }
    ~State() { endThreads(); }

    void add(const Host& host)
    {
        const auto index = static_cast<int>(hosts.size());
        hosts.push_back(std::make_unique<AskedHost>(
            host, options,
            [this, index, present = round](HostEvent event) {
                // Dropped by Qt when the inventories are gone, which join this thread before.
                QMetaObject::invokeMethod(
                    &q,
                    [this, index, present, event = std::move(event)] {
                        if (present == round)
                            take(index, event);
                    },
                    Qt::QueuedConnection);
            },
            options.runsFolder,
            [this, index](const HostDeedOutcome& outcome) { emit q.deedEnded(index, outcome); }));
    }

    void take(int index, const HostEvent& event)
    {
        if (const auto* key = std::get_if<HostKeyAsked>(&event)) {
            emit q.hostKeyUnknown(questionOf(index, *key));
        } else if (const auto* secret = std::get_if<HostSecretAsked>(&event)) {
            if (const auto question = questions.take(index, *secret))
                emit q.secretNeeded(*question);
        } else {
            const int present = round;
            at(index).take(event);
            if (present != round) // somebody who heard of it began anew
                return;
            emit q.changed(index);
            tellEnd();
        }
    }

    void tellEnd()
    {
        const bool isOver = q.isOver();
        if (isOver && std::exchange(isBusy, false))
            emit q.finished();
    }

    /// All at once, so that the joins do not add up.
    void endThreads()
    {
        for (const auto& host : hosts)
            host->thread().interrupt();
        hosts.clear();
    }

    AskedHost& at(int index) { return *hosts.at(static_cast<std::size_t>(index)); }

    HostInventories& q;
    RemoteOptions options;
    HostQuestions questions;
    int round = 0; ///< news of hosts that were asked before come too late
    bool isBusy = false;
    std::vector<std::unique_ptr<AskedHost>> hosts;
};

HostInventories::HostInventories(RemoteOptions options, QObject* parent)
    : QObject(parent), m_state(std::make_unique<State>(*this, std::move(options)))
{
}

HostInventories::~HostInventories() = default;

void HostInventories::begin(const QVector<Host>& hosts)
{
    m_state->endThreads();
    m_state->questions = {};
    ++m_state->round;
    m_state->isBusy = !hosts.isEmpty();
    for (const Host& host : hosts)
        m_state->add(host);
}

void HostInventories::refresh(int host)
{
    m_state->isBusy = true;
    m_state->at(host).survey();
    emit changed(host);
}

void HostInventories::cancel()
{
    for (int host = 0; host < count(); ++host) {
        m_state->at(host).cancel();
        emit changed(host);
    }
    m_state->tellEnd();
}

bool HostInventories::isOver() const
{
    return std::ranges::all_of(m_state->hosts, [](const auto& host) { return host->isOver(); });
}

int HostInventories::count() const
{
    return static_cast<int>(m_state->hosts.size());
}

const HostHoldings& HostInventories::holdings(int host) const
{
    return m_state->at(host).holdings();
}

void HostInventories::carryOut(int host, const HostDeed& deed)
{
    m_state->isBusy = true;
    m_state->at(host).carryOut(deed);
}

void HostInventories::answerHostKey(int host, bool trust)
{
    if (host < count())
        m_state->at(host).thread().answerHostKey(trust);
}

void HostInventories::answerSecret(int host, const QByteArray& secret)
{
    const Secret given(std::string_view(secret.constData(), static_cast<std::size_t>(secret.size())));
    for (const int one : m_state->questions.answered(host))
        if (one < count())
            m_state->at(one).thread().answerSecret(given.copy());
}

} // namespace lockstep

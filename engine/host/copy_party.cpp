// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/copy_party.h"

#include <algorithm>

namespace lockstep {

CopyParty::CopyParty(const HostFolder& folder, const CopyPlan& plan, const std::atomic<bool>& cancelled)
    : m_plan(plan), m_shelf(folder), m_giver(m_shelf)
{
    if (plan.self != plan.lead) {
        m_taker.emplace(m_shelf, m_plan, m_outbox);
        CopyMessage holdings;
        holdings.steps = m_shelf.all();
        m_outbox.messages.emplace_back(plan.lead, std::move(holdings));
        return;
    }
    m_keeper.emplace(m_shelf, m_plan, m_outbox);
    if (goesOn())
        m_gathering.emplace(m_shelf, m_plan, m_outbox, cancelled);
    else
        m_keeper->begin(false);
}

void CopyParty::receive(int host, const CopyMessage& message)
{
    if (message.kind == CopyMessage::Kind::Read)
        m_outbox.messages.emplace_back(host, m_giver.answer(host, message));
    else if (m_gathering)
        m_gathering->receive(host, message);
    else if (m_keeper && message.kind == CopyMessage::Kind::Holdings)
        m_keeper->receive(host, message);
    else if (m_taker && host == m_plan.lead)
        m_taker->receive(message);
}

void CopyParty::tick(Clock::time_point now)
{
    if (m_taker)
        m_taker->tick(now);
    if (m_gathering)
        m_gathering->tick(now);
    if (m_gathering && m_gathering->isOver()) {
        m_gathering.reset();
        m_keeper->begin(true);
    }
    if (m_keeper)
        m_keeper->tick(now);
}

Clock::time_point CopyParty::nextDeadline() const
{
    if (m_taker)
        return m_taker->nextDeadline();
    return m_gathering ? m_gathering->nextDeadline() : m_keeper->nextDeadline();
}

void CopyParty::hurry()
{
    if (m_keeper)
        m_keeper->hurry();
}

bool CopyParty::mayBegin() const
{
    return !goesOn() || (m_taker ? m_taker->hasHeard() : !m_gathering);
}

} // namespace lockstep

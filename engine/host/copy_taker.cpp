// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/copy_taker.h"

#include "engine/protocol/run_files.h"

#include <algorithm>

namespace lockstep {
namespace {

/// Of the time that a piece takes, waited before the next: so a copy has at most a quarter of the network.
constexpr int kPatience = 3;
constexpr Clock::duration kLongestPause = std::chrono::seconds(60);
/// For a piece that a busy disk has to fetch.
constexpr auto kPieceLimit = std::chrono::seconds(60);

} // namespace

CopyTaker::CopyTaker(const CheckpointShelf& shelf, const CopyPlan& plan, CopyOutbox& outbox)
    : m_shelf(shelf), m_plan(plan), m_outbox(outbox),
      m_takes(std::ranges::find(plan.takers, plan.self) != plan.takers.end())
{
}

void CopyTaker::receive(const CopyMessage& message)
{
    if (message.kind != CopyMessage::Kind::Holdings)
        return takePiece(message);
    m_hasHeard = true;
    m_leads = message.steps;
    m_hurries = message.last;
    if (m_hurries)
        m_askAt = Clock::now();
    prune();
    if (!m_transfer)
        proceed();
}

void CopyTaker::takePiece(const CopyMessage& message)
{
    if (!m_transfer || !m_awaits)
        return;
    m_awaits = false;
    const auto now = Clock::now();
    m_askAt = m_hurries ? now : now + std::min(kPatience * (now - m_askedAt), kLongestPause);
    try {
        m_transfer->take(message);
    } catch (const EngineError& error) {
        return giveUp(error.error());
    }
    if (!m_transfer->isWhole())
        return;
    m_outbox.notes.push_back("Holds a copy of " + checkpointFolder(m_transfer->step()) + ", " +
                             std::to_string(m_transfer->bytes()) + " bytes.");
    m_transfer.reset();
    prune();
    proceed();
}

void CopyTaker::giveUp(const Sentence& problem)
{
    m_givenUp = m_transfer->step();
    m_outbox.warnings.emplace_back(
        LOCKSTEP_TEXT("Host %1 could not copy the checkpoint %2, and the training goes on without: %3"),
        std::vector<Sentence>{m_plan.hostNames.at(static_cast<std::size_t>(m_plan.self)),
                              checkpointName(*m_givenUp), problem});
    m_transfer.reset();
    m_awaits = false;
    proceed();
}

void CopyTaker::proceed()
{
    const auto own = m_shelf.own();
    const bool lacks = m_takes && !m_leads.empty() && !std::ranges::binary_search(own, m_leads.back());
    if (!lacks || m_givenUp == m_leads.back())
        return tellHoldings(lacks);
    m_transfer.emplace(m_shelf.folder(), m_plan.run, m_leads.back());
    m_askAt = std::min(m_askAt, Clock::now());
}

void CopyTaker::tellHoldings(bool gaveUp)
{
    CopyMessage holdings;
    holdings.steps = m_shelf.own();
    holdings.last = gaveUp;
    if (holdings.steps.size() > kMostHoldings)
        holdings.steps.erase(holdings.steps.begin(), holdings.steps.end() - kMostHoldings);
    m_outbox.messages.emplace_back(m_plan.lead, std::move(holdings));
}

/// The copies are those that the lead keeps, and until its newest one is here, the one before. What is later
/// than all of the lead's belongs to a training that was discarded. A lead without any has not begun.
void CopyTaker::prune()
{
    if (m_leads.empty())
        return;
    const auto own = m_shelf.own();
    const auto after = std::ranges::upper_bound(own, m_leads.back());
    const std::int64_t newest = after == own.begin() ? -1 : *std::prev(after);
    for (const std::int64_t step : own) {
        if (step != newest && !std::ranges::binary_search(m_leads, step))
            m_shelf.remove(step);
    }
}

void CopyTaker::tick(Clock::time_point now)
{
    if (!m_transfer)
        return;
    if (m_awaits && now >= m_askedAt + kPieceLimit)
        return giveUp(LOCKSTEP_TEXT("The host that has it does not answer."));
    if (m_awaits || now < m_askAt)
        return;
    m_outbox.messages.emplace_back(m_plan.lead, m_transfer->request());
    m_askedAt = now;
    m_awaits = true;
}

Clock::time_point CopyTaker::nextDeadline() const
{
    if (!m_transfer)
        return Clock::time_point::max();
    return m_awaits ? m_askedAt + kPieceLimit : m_askAt;
}

} // namespace lockstep

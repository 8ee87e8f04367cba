// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/checkpoint_gathering.h"

#include "engine/host/checkpoint_giver.h"
#include "engine/protocol/run_files.h"

#include <algorithm>
#include <tuple>

namespace lockstep {
namespace {

/// For a host that only needs to list a folder; and for a piece that its disk may have to fetch.
constexpr auto kHoldingsLimit = std::chrono::seconds(30);
constexpr auto kPieceLimit = std::chrono::seconds(60);

} // namespace

CheckpointGathering::CheckpointGathering(const CheckpointShelf& shelf, const CopyPlan& plan,
                                         CopyOutbox& outbox, const std::atomic<bool>& cancelled)
    : m_shelf(shelf), m_plan(plan), m_outbox(outbox), m_cancelled(cancelled),
      m_awaited(plan.others.begin(), plan.others.end()), m_deadline(Clock::now() + kHoldingsLimit)
{
}

void CheckpointGathering::receive(int host, const CopyMessage& message)
{
    if (message.kind == CopyMessage::Kind::Holdings) {
        m_awaited.erase(host);
        m_holdings[host] = message.steps;
        return;
    }
    if (!m_transfer || host != m_giver || m_isOver)
        return;
    try {
        m_transfer->take(message);
        if (m_transfer->isWhole())
            found(m_candidates.back());
        else
            ask(host, Clock::now());
    } catch (const EngineError& error) {
        passOver(m_candidates.back(), error.error());
    }
}

void CheckpointGathering::tick(Clock::time_point now)
{
    if (m_isOver || (!m_hasChosen && !m_awaited.empty() && now < m_deadline))
        return;
    if (!m_hasChosen)
        chooseCandidates();
    if (m_transfer && now < m_deadline)
        return;
    if (m_transfer)
        passOver(m_candidates.back(), LOCKSTEP_TEXT("The host that has it does not answer."));
    while (!m_isOver && !m_transfer && !m_cancelled)
        tryNext(now);
}

/// Rank 0 looks for the newest that verifies by itself, so there is nothing to do where the folder that it
/// looks in is the only one.
void CheckpointGathering::chooseCandidates()
{
    m_hasChosen = true;
    using Place = Candidate::Place;
    const auto chosen = stepOfCheckpoint(m_plan.resume);
    const auto add = [&](const std::vector<std::int64_t>& steps, int host, Place place) {
        for (const std::int64_t step : steps)
            if (!chosen || step == *chosen)
                m_candidates.push_back({step, host, place});
    };
    for (const auto& [host, steps] : m_holdings)
        add(steps, host, Place::OtherHost);
    add(m_shelf.elsewhere(), m_plan.self, Place::SameHome);
    if (m_candidates.empty())
        return;
    add(m_shelf.own(), m_plan.self, Place::Own);
    std::ranges::sort(m_candidates, [](const Candidate& left, const Candidate& right) {
        return std::tuple(left.step, right.place, right.host) < std::tuple(right.step, left.place, left.host);
    });
}

void CheckpointGathering::tryNext(Clock::time_point now)
{
    if (m_candidates.empty()) {
        m_isOver = true;
        return;
    }
    const Candidate candidate = m_candidates.back();
    try {
        if (candidate.place == Candidate::Place::OtherHost) {
            m_transfer.emplace(m_shelf.folder(), m_plan.run, candidate.step);
            m_giver = candidate.host;
            m_outbox.notes.push_back("Fetching " + checkpointFolder(candidate.step) + " from " +
                                     m_plan.hostNames.at(static_cast<std::size_t>(candidate.host)) + ".");
            return ask(candidate.host, now);
        }
        if (isUsable(candidate))
            found(candidate);
    } catch (const EngineError& error) {
        passOver(candidate, error.error());
    }
}

bool CheckpointGathering::isUsable(const Candidate& candidate)
{
    if (candidate.place == Candidate::Place::SameHome) {
        copyWithinHome(candidate.step);
        return !m_cancelled;
    }
    const Sentence damage = m_shelf.damageOf(candidate.step, m_cancelled);
    if (!damage.empty())
        passOver(candidate, damage);
    return damage.empty();
}

void CheckpointGathering::copyWithinHome(std::int64_t step)
{
    CheckpointGiver giver(m_shelf, CheckpointShelf::Where::ElsewhereOnly);
    CheckpointTransfer transfer(m_shelf.folder(), m_plan.run, step);
    while (!transfer.isWhole() && !m_cancelled)
        transfer.take(giver.answer(m_plan.self, transfer.request()));
}

void CheckpointGathering::passOver(const Candidate& candidate, const Sentence& problem)
{
    m_outbox.warnings.emplace_back(
        LOCKSTEP_TEXT("The checkpoint %1 on host %2 was passed over. %3"),
        std::vector<Sentence>{checkpointName(candidate.step),
                              m_plan.hostNames.at(static_cast<std::size_t>(candidate.host)), problem});
    m_transfer.reset();
    m_candidates.pop_back();
}

void CheckpointGathering::found(const Candidate& candidate)
{
    m_isOver = true;
    m_transfer.reset();
    if (candidate.place != Candidate::Place::Own)
        m_outbox.notes.push_back("Goes on from the copy of " + checkpointFolder(candidate.step) + " that " +
                                 m_plan.hostNames.at(static_cast<std::size_t>(candidate.host)) + " has.");
}

void CheckpointGathering::ask(int host, Clock::time_point now)
{
    m_outbox.messages.emplace_back(host, m_transfer->request());
    m_deadline = now + kPieceLimit;
}

} // namespace lockstep

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/copy_keeper.h"

#include <algorithm>

namespace lockstep {
namespace {

constexpr auto kLookInterval = std::chrono::seconds(1);

} // namespace

CopyKeeper::CopyKeeper(const CheckpointShelf& shelf, const CopyPlan& plan, CopyOutbox& outbox)
    : m_shelf(shelf), m_plan(plan), m_outbox(outbox), m_nextLook(Clock::time_point::max())
{
}

void CopyKeeper::begin(bool tellsAll)
{
    m_steps = m_shelf.own();
    tell(tellsAll ? m_plan.others : m_plan.takers);
    m_nextLook = Clock::now() + kLookInterval;
}

void CopyKeeper::receive(int host, const CopyMessage& holdings)
{
    m_answers[host] = holdings;
}

void CopyKeeper::tick(Clock::time_point now)
{
    if (now < m_nextLook)
        return;
    m_nextLook = now + kLookInterval;
    std::vector<std::int64_t> steps = m_shelf.own();
    if (steps == m_steps)
        return;
    m_steps = std::move(steps);
    tell(m_plan.others);
}

void CopyKeeper::tell(const std::vector<int>& hosts)
{
    CopyMessage holdings;
    const std::size_t most = std::min(m_steps.size(), kMostHoldings);
    holdings.steps.assign(m_steps.end() - static_cast<std::ptrdiff_t>(most), m_steps.end());
    holdings.last = m_hurries;
    m_answers.clear();
    for (const int host : hosts)
        m_outbox.messages.emplace_back(host, holdings);
}

void CopyKeeper::hurry()
{
    m_hurries = true;
    m_steps = m_shelf.own();
    tell(m_plan.takers);
}

bool CopyKeeper::isSettled() const
{
    return m_hurries && std::ranges::all_of(m_plan.takers, [this](int taker) {
               const auto answer = m_answers.find(taker);
               if (m_steps.empty())
                   return true;
               return answer != m_answers.end() &&
                      (answer->second.last ||
                       std::ranges::binary_search(answer->second.steps, m_steps.back()));
           });
}

} // namespace lockstep

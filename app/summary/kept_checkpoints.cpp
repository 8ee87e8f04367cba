// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/summary/kept_checkpoints.h"

#include <algorithm>
#include <vector>

namespace lockstep {

void KeptCheckpoints::take(int attempt, const Event& event)
{
    if (const auto* saved = std::get_if<CheckpointSaved>(&event)) {
        m_checkpoints[saved->step] = {*saved, attempt, {}, {}};
    } else if (const auto* removed = std::get_if<CheckpointRemoved>(&event)) {
        remove(removed->step);
    } else if (const auto* evaluated = std::get_if<Evaluated>(&event)) {
        if (evaluated->set == "validation")
            m_validations[evaluated->step] = {evaluated->loss, evaluated->top1};
    }
}

void KeptCheckpoints::goOnFrom(std::int64_t step)
{
    m_checkpoints.erase(m_checkpoints.upper_bound(step), m_checkpoints.end());
    m_validations.erase(m_validations.upper_bound(step), m_validations.end());
}

void KeptCheckpoints::merge(const KeptCheckpoints& other)
{
    m_checkpoints.insert(other.m_checkpoints.begin(), other.m_checkpoints.end());
    m_validations.insert(other.m_validations.begin(), other.m_validations.end());
    m_tellsRemovals = m_tellsRemovals || other.m_tellsRemovals;
}

void KeptCheckpoints::clear()
{
    *this = KeptCheckpoints(m_keep, m_keepBest);
}

void KeptCheckpoints::remove(std::int64_t step)
{
    if (!m_tellsRemovals)
        dropUnkept(m_checkpoints); // an attempt of before may have left some that are gone
    m_tellsRemovals = true;
    m_checkpoints.erase(step);
}

void KeptCheckpoints::dropUnkept(Checkpoints& checkpoints) const
{
    std::vector<std::int64_t> best; // each was better than the one before
    for (const auto& [step, saved] : checkpoints) {
        if (saved.best)
            best.push_back(step);
    }
    const std::size_t dropped = best.size() - std::min(best.size(), static_cast<std::size_t>(m_keepBest));
    best.erase(best.begin(), best.begin() + static_cast<std::ptrdiff_t>(dropped));
    auto left = static_cast<int>(checkpoints.size());
    std::erase_if(checkpoints, [&](const auto& each) {
        return left-- > m_keep && !std::binary_search(best.begin(), best.end(), each.first);
    });
}

QVector<KeptCheckpoint> KeptCheckpoints::kept() const
{
    Checkpoints kept = m_checkpoints;
    if (!m_tellsRemovals)
        dropUnkept(kept);
    QVector<KeptCheckpoint> result;
    bool bestIsNewer = false;
    for (auto each = kept.rbegin(); each != kept.rend(); ++each) {
        KeptCheckpoint checkpoint = each->second;
        checkpoint.best = each->second.best && !bestIsNewer;
        bestIsNewer = bestIsNewer || each->second.best;
        if (const auto found = m_validations.find(each->first); found != m_validations.end()) {
            checkpoint.loss = found->second.loss;
            checkpoint.top1 = found->second.top1;
        }
        result.prepend(checkpoint);
    }
    return result;
}

} // namespace lockstep

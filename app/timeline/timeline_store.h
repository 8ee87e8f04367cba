// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/timeline/clock_alignment.h"
#include "app/timeline/told_step.h"

#include <QString>
#include <cstddef>
#include <deque>
#include <utility>
#include <vector>

namespace lockstep {

/// The last steps of one rank of which its journal tells where their time went.
struct RankTimeline {
    int rank = 0;
    int host = 0; ///< its index in the experiment
    QString hostName;
    std::deque<ToldStep> steps{}; ///< ascending
    std::size_t numbers = 0;      ///< in all lists of them
};

/// Those of all ranks of an attempt, within bounds: the oldest make room. A plain value.
class TimelineStore {
public:
    /// Steps of a rank that are kept, and numbers in the lists of all.
    static constexpr std::size_t kMaxSteps = 1024;
    static constexpr std::size_t kMaxNumbers = std::size_t{1} << 23;

    TimelineStore() = default;
    explicit TimelineStore(std::vector<RankTimeline> ranks) : m_ranks(std::move(ranks)) {}

    /// `lane`: index in ranks(). A step that does not lie behind the last one is passed over.
    void append(std::size_t lane, ToldStep&& told);
    /// Takes over what another one of the same ranks holds, and leaves it empty.
    void append(TimelineStore& later);
    bool empty() const;
    const std::vector<RankTimeline>& ranks() const { return m_ranks; }
    /// By rank, of what is here now.
    std::vector<HostClock> clocks() const;

private:
    std::vector<RankTimeline> m_ranks;
};

} // namespace lockstep

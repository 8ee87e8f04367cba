// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/journal_records.h"

#include <cstdint>
#include <deque>
#include <map>
#include <span>
#include <vector>

namespace lockstep {

/// Where the time of one rank's step went, s.
struct RankStep {
    double data = 0;    ///< waiting for the next batch
    double compute = 0; ///< forward, backward, optimiser
    double network = 0; ///< waiting for the other ranks
};
/// One step, as all ranks told it; by rank.
using JoinedStep = std::vector<RankStep>;

/// The last steps that every rank has told: those of the last ten seconds, and no fewer than twenty. Left out
/// are those that are not like the others: the first of an attempt, and those after an epoch's end, an
/// evaluation or a checkpoint. A plain value for any one thread.
class StepHistory {
public:
    static constexpr double kSeconds = 10;
    static constexpr std::size_t kFewestKept = 20, kMostKept = 4096;
    static constexpr std::int64_t kFirstSteps = 3; ///< of an attempt, that also prepare

    explicit StepHistory(std::size_t worldSize) : m_ranks(worldSize) {}

    /// Of one rank, in their order.
    void take(int rank, std::span<const Record> records);
    /// Oldest first.
    const std::deque<JoinedStep>& steps() const { return m_joined; }

private:
    struct Rank {
        std::int64_t firstStep = 0; ///< of its attempt
        bool isDisturbed = false;   ///< the next step is not like the others
    };
    struct Pending {
        JoinedStep times;
        std::size_t told = 0;
        bool isLikeOthers = true;
    };
    void add(std::size_t rank, const StepFinished& step);
    void keep(JoinedStep step);
    void restart(std::size_t rank, const RankStarted& started);

    std::vector<Rank> m_ranks;
    std::map<std::int64_t, Pending> m_pending; ///< by number; told by some ranks, not by all
    std::deque<JoinedStep> m_joined;
    double m_covered = 0; ///< by them, s
};

} // namespace lockstep

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/standings.h"

#include "engine/distributed/failure.h"

#include <algorithm>
#include <string>

namespace lockstep {

namespace {

constexpr std::size_t kMost = 64;
/// Ranks that live say so more often.
constexpr double kQuiet = 2; // seconds

std::uint32_t begun(const RankStanding& standing)
{
    return standing.collective.sequence;
}

Sentence outside(const RankStanding& standing, std::uint32_t missed)
{
    const std::vector<Sentence> arguments{std::to_string(standing.rank), std::to_string(begun(standing)),
                                          std::to_string(missed)};
    switch (standing.activity) {
    case Activity::Saving:
        return {
            LOCKSTEP_TEXT("Rank %1 finished collective %2 and never began %3: it was saving a checkpoint."),
            arguments};
    case Activity::Evaluating:
        return {LOCKSTEP_TEXT("Rank %1 finished collective %2 and never began %3: it was evaluating."),
                arguments};
    case Activity::Loading:
        return {LOCKSTEP_TEXT("Rank %1 finished collective %2 and never began %3: it was loading."),
                arguments};
    case Activity::Training:
    case Activity::Waiting:
        break;
    }
    return {LOCKSTEP_TEXT("Rank %1 finished collective %2 and never began %3."), arguments};
}

Sentence inside(const RankStanding& standing)
{
    const std::string rank = std::to_string(standing.rank);
    const std::string finished = std::to_string(begun(standing) - 1);
    const std::string present = std::to_string(begun(standing));
    const std::string kind = toString(standing.collective.kind);
    if (standing.waitingOn < 0)
        return {LOCKSTEP_TEXT("Rank %1 finished collective %2 and began %3, %4."),
                {rank, finished, present, kind}};
    return {LOCKSTEP_TEXT("Rank %1 finished collective %2 and began %3, %4, where it waits for rank %5."),
            {rank, finished, present, kind, std::to_string(standing.waitingOn)}};
}

} // namespace

std::vector<Sentence> describeStandings(std::vector<RankStanding> standings)
{
    std::ranges::stable_sort(standings, {}, begun);
    if (standings.size() > kMost)
        standings.resize(kMost);
    std::uint32_t furthest = 0;
    for (const RankStanding& standing : standings)
        furthest = std::max(furthest, begun(standing));
    std::vector<Sentence> rows;
    for (const RankStanding& standing : standings) {
        const bool isOutside = standing.collective.kind == CollectiveKind::None;
        Sentence row =
            isOutside ? outside(standing, std::max(furthest, begun(standing) + 1)) : inside(standing);
        if (standing.silentSeconds >= kQuiet)
            row = Sentence(LOCKSTEP_TEXT("%1 It has said nothing for %2 s."),
                           {row, decimalSeconds(std::chrono::duration<double>(standing.silentSeconds))});
        rows.push_back(std::move(row));
    }
    return rows;
}

} // namespace lockstep

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/blame/processor_time.h"

#include "app/blame/lower_median.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace lockstep {

namespace {

constexpr double kUndisturbed = 0.6; ///< a rank that computes has the processor for as much of the time
constexpr double kLack = 0.75;       ///< of what is usual

/// Of the time of its steps.
double computeFraction(std::size_t rank, const std::deque<JoinedStep>& steps)
{
    double compute = 0, all = 0;
    for (const JoinedStep& step : steps) {
        compute += step[rank].compute;
        all += step[rank].data + step[rank].compute + step[rank].network;
    }
    return all > 0 ? compute / all : 0;
}

} // namespace

void ProcessorTime::take(int rank, std::span<const Record> records)
{
    for (const Record& record : records) {
        if (std::holds_alternative<RankStarted>(record.event))
            m_busy.erase(rank);
        const auto* sampled = std::get_if<DeviceSampled>(&record.event);
        if (!sampled)
            continue;
        std::deque<double>& recent = m_busy[rank];
        recent.push_back(sampled->busy);
        if (recent.size() > kSamples)
            recent.pop_front();
    }
}

std::optional<double> ProcessorTime::shareOf(int rank, const std::deque<JoinedStep>& steps) const
{
    const auto told = m_busy.find(rank);
    const double computes = computeFraction(static_cast<std::size_t>(rank), steps);
    if (told == m_busy.end() || told->second.size() < kFewestSamples || computes <= 0)
        return std::nullopt;
    return std::min(1.0, lowerMedian({told->second.begin(), told->second.end()}) / computes);
}

std::optional<ProcessorShare> ProcessorTime::lackOf(int rank, const std::deque<JoinedStep>& steps) const
{
    std::vector<double> others;
    const std::size_t ranks = steps.empty() ? 0 : steps.front().size();
    for (int other = 0; std::cmp_less(other, ranks); ++other)
        if (const auto share = shareOf(other, steps); share && other != rank)
            others.push_back(*share);
    const auto own = std::cmp_less(rank, ranks) ? shareOf(rank, steps) : std::nullopt;
    if (!own || others.empty())
        return std::nullopt;
    const double usual = lowerMedian(std::move(others));
    if (usual < kUndisturbed || *own >= kLack * usual)
        return std::nullopt;
    return ProcessorShare{*own, usual};
}

} // namespace lockstep

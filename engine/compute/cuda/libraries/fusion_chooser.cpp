// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/libraries/fusion_chooser.h"

#include <cmath>
#include <sstream>

namespace lockstep::cuda {
namespace {

/// What stands in the cache for a fusion that was asked for and cannot be had.
constexpr const char* kNone = "none";

/// In nanoseconds: "31000 42500".
std::string textOf(const FusionTimes& times)
{
    return std::to_string(std::llround(times.fused * 1e9)) + ' ' +
           std::to_string(std::llround(times.separate * 1e9));
}

std::optional<FusionTimes> timesOf(const std::string& text)
{
    std::istringstream stream(text);
    FusionTimes times;
    if (!(stream >> times.fused >> times.separate))
        return std::nullopt;
    return FusionTimes{times.fused / 1e9, times.separate / 1e9};
}

} // namespace

FusionChooser::FusionChooser(PlanCache& cache, SavedPlans saved, std::chrono::duration<double> compiling)
    : m_cache(cache), m_saved(std::move(saved)), m_compiling(compiling)
{
}

const FusionChooser::Choice& FusionChooser::choose(const std::string& question, FusionBench& bench)
{
    if (const auto known = m_choices.find(question); known != m_choices.end())
        return known->second;
    Choice choice;
    const std::optional<std::string> answer = m_cache.find(question);
    if (const std::optional<FusionTimes> times = answer ? timesOf(*answer) : std::nullopt)
        choice = remembered(question, *times, bench);
    else if (answer != kNone)
        choice = compared(question, bench);
    return m_choices.emplace(question, std::move(choice)).first->second;
}

FusionChooser::Choice FusionChooser::remembered(const std::string& question, const FusionTimes& times,
                                                FusionBench& bench)
{
    return {times.pays() ? planned(question, bench) : std::nullopt, times};
}

FusionChooser::Choice FusionChooser::compared(const std::string& question, FusionBench& bench)
{
    const std::optional<double> epilogue = bench.epilogueSeconds();
    if (!epilogue)
        return {};
    if (*epilogue < kLeastEpilogueSeconds) {
        m_cache.remember(question, kNone);
        return {};
    }
    if (m_compiling <= m_compiling.zero())
        return {};
    std::optional<ConvolutionPlan> plan = planned(question, bench);
    const std::optional<double> fused = plan ? bench.fusedSeconds(*plan) : std::nullopt;
    if (!fused) {
        m_cache.remember(question, kNone);
        return {};
    }
    const std::optional<double> separate = bench.separateSeconds();
    if (!separate)
        return {};
    const FusionTimes times{*fused, *separate};
    m_cache.remember(question, textOf(times));
    if (!times.pays())
        plan.reset();
    return {std::move(plan), times};
}

std::optional<ConvolutionPlan> FusionChooser::planned(const std::string& question, FusionBench& bench)
{
    if (const std::optional<std::string> saved = m_saved.find(question))
        if (std::optional<ConvolutionPlan> plan = bench.restored(*saved))
            return plan;
    const auto start = std::chrono::steady_clock::now();
    std::optional<ConvolutionPlan> plan = bench.plan();
    m_compiling -= std::chrono::steady_clock::now() - start;
    if (const std::optional<std::string> saved = plan ? bench.saved(*plan) : std::nullopt)
        m_saved.remember(question, *saved);
    return plan;
}

} // namespace lockstep::cuda

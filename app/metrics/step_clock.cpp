// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/metrics/step_clock.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr std::int64_t kMaxMs = std::numeric_limits<std::uint32_t>::max();

double toSeconds(std::int64_t ms)
{
    return static_cast<double>(ms) / 1000.0;
}

} // namespace

void StepClock::begin(std::int64_t wallMs, std::int64_t steps)
{
    m_lineage.begin();
    truncate(m_steps.lowerBound(static_cast<double>(steps) + 0.5));
    std::erase_if(m_epochEnds,
                  [steps](const EpochEnd& end) { return end.steps > static_cast<double>(steps); });
    startStretch(wallMs, m_ms.empty() ? 0 : trainingMsAt(m_ms.size() - 1));
}

void StepClock::truncate(std::size_t size)
{
    m_steps.truncate(size);
    m_ms.truncate(size);
    std::erase_if(m_stretches, [size](const Stretch& stretch) { return stretch.firstIndex >= size; });
}

void StepClock::startStretch(std::int64_t wallMs, std::int64_t trainingMs)
{
    if (!m_ms.empty())
        wallMs = std::max(wallMs, wallMsAt(m_ms.size() - 1));
    if (!m_stretches.empty() && m_stretches.back().firstIndex == m_ms.size())
        m_stretches.pop_back();
    m_stretches.push_back({m_ms.size(), wallMs, trainingMs});
}

void StepClock::append(std::int64_t step, std::int64_t wallMs)
{
    if (!m_steps.append(step))
        return;
    if (m_stretches.empty())
        startStretch(wallMs, 0);
    const bool isFirst = m_stretches.back().firstIndex == m_ms.size();
    const std::int64_t before = isFirst ? 0 : std::int64_t{m_ms.back()};
    std::int64_t ms = std::max(wallMs - m_stretches.back().wallMs, before);
    if (ms > kMaxMs) {
        startStretch(wallMs, m_stretches.back().trainingMs + ms);
        ms = 0;
    }
    m_ms.push_back(static_cast<std::uint32_t>(ms));
}

void StepClock::append(std::span<const std::int64_t> steps, std::span<const std::int64_t> wallMs)
{
    for (std::size_t i = 0; i < steps.size(); ++i)
        append(steps[i], wallMs[i]);
}

void StepClock::endEpoch(std::int64_t epochs, std::int64_t steps)
{
    const EpochEnd end{static_cast<double>(epochs), static_cast<double>(steps)};
    const EpochEnd before = m_epochEnds.empty() ? EpochEnd{} : m_epochEnds.back();
    if (end.epochs <= before.epochs || end.steps <= before.steps)
        return;
    // One that comes as expected moves nothing.
    const EpochEnd expected = around(before.steps + 0.5, &EpochEnd::steps).second;
    if (end.epochs != expected.epochs || end.steps != expected.steps)
        m_lineage.begin();
    m_epochEnds.push_back(end);
}

void StepClock::setEpochSize(std::int64_t steps, std::int64_t samples)
{
    steps = std::max<std::int64_t>(steps, 0);
    samples = std::max<std::int64_t>(samples, 0);
    if (steps != m_stepsPerEpoch || samples != m_samplesPerEpoch)
        m_lineage.begin();
    m_stepsPerEpoch = steps;
    m_samplesPerEpoch = samples;
}

StepClock StepClock::after(std::int64_t steps) const
{
    return picked(m_steps.lowerBound(static_cast<double>(steps) + 0.5), 1);
}

StepClock StepClock::sketch(std::size_t stride) const
{
    return picked(0, stride);
}

StepClock StepClock::picked(std::size_t first, std::size_t stride) const
{
    StepClock some;
    some.m_epochEnds = m_epochEnds;
    some.setEpochSize(m_stepsPerEpoch, m_samplesPerEpoch);
    const Stretch* last = nullptr;
    for (std::size_t i = first; i < m_ms.size(); i += stride) {
        const Stretch& stretch = stretchOf(i);
        if (&stretch != last)
            some.m_stretches.push_back({some.m_ms.size(), stretch.wallMs, stretch.trainingMs});
        last = &stretch;
        some.append(m_steps[i], wallMsAt(i));
    }
    return some;
}

const StepClock::Stretch& StepClock::stretchOf(std::size_t index) const
{
    if (m_stretches.back().firstIndex <= index)
        return m_stretches.back();
    const auto behind =
        std::upper_bound(m_stretches.begin(), m_stretches.end(), index,
                         [](std::size_t one, const Stretch& stretch) { return one < stretch.firstIndex; });
    return *(behind - 1);
}

std::int64_t StepClock::wallMsAt(std::size_t index) const
{
    return stretchOf(index).wallMs + std::int64_t{m_ms[index]};
}

std::int64_t StepClock::trainingMsAt(std::size_t index) const
{
    return stretchOf(index).trainingMs + std::int64_t{m_ms[index]};
}

template <typename MsAt>
double StepClock::between(double step, MsAt msAt) const
{
    if (m_ms.empty())
        return std::nan("");
    const std::size_t index = m_steps.lowerBound(step);
    if (index == m_ms.size())
        return toSeconds(msAt(index - 1));
    const double seconds = toSeconds(msAt(index));
    const auto above = static_cast<double>(m_steps[index]);
    if (index == 0 || above == step)
        return seconds;
    const auto below = static_cast<double>(m_steps[index - 1]);
    const double before = toSeconds(msAt(index - 1));
    return before + (seconds - before) * ((step - below) / (above - below));
}

double StepClock::wallSeconds(double step) const
{
    return between(step, [this](std::size_t index) { return wallMsAt(index); });
}

double StepClock::trainingSeconds(double step) const
{
    return between(step, [this](std::size_t index) { return trainingMsAt(index); });
}

std::int64_t StepClock::stepAt(std::int64_t wallMs) const
{
    std::size_t low = 0;
    std::size_t high = m_ms.size();
    while (low < high) {
        const std::size_t middle = low + (high - low) / 2;
        if (wallMsAt(middle) <= wallMs)
            low = middle + 1;
        else
            high = middle;
    }
    return low == 0 ? 0 : m_steps[low - 1];
}

/// The two ends between which a step or epoch lies, told by `of`; the second may be one that is still to
/// come.
template <typename Of>
std::pair<StepClock::EpochEnd, StepClock::EpochEnd> StepClock::around(double value, Of of) const
{
    const auto above = std::lower_bound(m_epochEnds.begin(), m_epochEnds.end(), value,
                                        [of](const EpochEnd& end, double v) { return end.*of < v; });
    const EpochEnd below = above == m_epochEnds.begin() ? EpochEnd{} : *(above - 1);
    if (above != m_epochEnds.end())
        return {below, *above};
    double steps = static_cast<double>(m_stepsPerEpoch);
    if (m_stepsPerEpoch == 0 && !m_epochEnds.empty())
        steps = below.steps / below.epochs;
    return {below, {below.epochs + 1, below.steps + steps}};
}

double StepClock::epochs(double step) const
{
    const auto [from, to] = around(step, &EpochEnd::steps);
    return from.epochs + (step - from.steps) * (to.epochs - from.epochs) / (to.steps - from.steps);
}

double StepClock::steps(double epochs) const
{
    const auto [from, to] = around(epochs, &EpochEnd::epochs);
    return from.steps + (epochs - from.epochs) * (to.steps - from.steps) / (to.epochs - from.epochs);
}

std::size_t StepClock::bytes() const
{
    return m_steps.bytes() + m_ms.bytes();
}

} // namespace lockstep

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/metrics/key_scale.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr std::int64_t kNoKey = KeyColumn::kMaxKey + 1;

} // namespace

KeyScale::KeyScale(XAxis axis, KeyKind keys, const StepClock& clock) : m_axis(axis), m_keys(keys)
{
    const bool isIdentity = axis == (keys == KeyKind::Step ? XAxis::Step : XAxis::Epoch);
    m_clock = isIdentity ? nullptr : &clock;
}

bool KeyScale::isKnown() const
{
    if (m_clock == nullptr)
        return true;
    const bool isTime = m_axis == XAxis::WallTime || m_axis == XAxis::RelativeTime;
    // From steps to epochs, or back, the way leads through the epochs' ends; from steps to times it does not.
    const bool crosses = m_keys == KeyKind::Epoch ? m_axis != XAxis::Images : !isTime;
    return (!crosses || m_clock->knowsEpochs()) && (!isTime || m_clock->knowsTime()) &&
           (m_axis != XAxis::Images || m_clock->samplesPerEpoch() > 0);
}

double KeyScale::x(std::int64_t key) const
{
    const auto count = static_cast<double>(key);
    if (m_clock == nullptr)
        return count;
    if (!isKnown())
        return std::nan("");
    const bool byStep = m_keys == KeyKind::Step;
    switch (m_axis) {
    case XAxis::Step:
        return m_clock->steps(count);
    case XAxis::Epoch:
        return m_clock->epochs(count);
    case XAxis::Images:
        return (byStep ? m_clock->epochs(count) : count) * static_cast<double>(m_clock->samplesPerEpoch());
    case XAxis::WallTime:
        return m_clock->wallSeconds(byStep ? count : m_clock->steps(count));
    case XAxis::RelativeTime:
        return m_clock->trainingSeconds(byStep ? count : m_clock->steps(count));
    }
    return count;
}

std::int64_t KeyScale::firstKeyAt(double x) const
{
    return firstKeyFrom(0, 0, x);
}

/// `from`: no key below lies at `x`. `guess`: how far beyond it the answer is thought to be.
std::int64_t KeyScale::firstKeyFrom(std::int64_t from, std::int64_t guess, double x) const
{
    if (m_clock == nullptr)
        return static_cast<std::int64_t>(std::clamp(std::ceil(x), 0.0, static_cast<double>(kNoKey)));
    const auto isBefore = [this, x](std::int64_t key) { return !(this->x(key) >= x); };
    // Away from the guess in growing strides, then by halves: guesses are good, as columns are even.
    std::int64_t low = from;
    std::int64_t high = std::min(from + guess, kNoKey);
    std::int64_t stride = 1;
    if (high < kNoKey && isBefore(high)) {
        low = high + 1;
        for (high = low; high < kNoKey && isBefore(high); stride *= 2) {
            low = high + 1;
            high = std::min(low + stride, kNoKey);
        }
    } else {
        while (high - stride > low && !isBefore(high - stride)) {
            high -= stride;
            stride *= 2;
        }
        low = std::max(low, high - stride);
    }
    while (low < high) {
        const std::int64_t middle = low + (high - low) / 2;
        if (isBefore(middle))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void KeyScale::firstKeys(std::span<const double> edges, std::span<std::int64_t> keys) const
{
    std::int64_t guess = 0;
    std::int64_t before = 0;
    for (std::size_t i = 0; i < edges.size(); ++i) {
        keys[i] = firstKeyFrom(before, guess, edges[i]);
        guess = i == 0 ? 0 : keys[i] - before;
        before = keys[i];
    }
}

} // namespace lockstep

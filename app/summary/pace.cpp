// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/summary/pace.h"

namespace lockstep {

namespace {

constexpr std::int64_t kWindowMs = 5000;

} // namespace

void Pace::add(std::int64_t step, std::int64_t ms)
{
    m_last = {step, ms};
    if (m_first.step < 0)
        m_first = m_before = m_recent = m_last;
    if (ms - m_recent.ms < kWindowMs)
        return;
    m_before = m_recent;
    m_recent = m_last;
}

double Pace::between(const Mark& from, const Mark& to)
{
    const std::int64_t ms = to.ms - from.ms;
    return from.step >= 0 && ms > 0
               ? static_cast<double>(to.step - from.step) * 1000 / static_cast<double>(ms)
               : 0;
}

} // namespace lockstep

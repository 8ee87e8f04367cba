// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/summary/warning_summary.h"

#include <algorithm>

namespace lockstep {

void WarningSummaries::take(int rank, int attempt, const Record& record)
{
    if (const auto* warned = std::get_if<Warned>(&record.event))
        add({warned->warning, rank, attempt, record.wallMs, 1});
}

void WarningSummaries::merge(const WarningSummaries& other)
{
    for (const WarningSummary& warning : other.m_warnings)
        add(warning);
    m_left += other.m_left;
}

void WarningSummaries::add(const WarningSummary& warning)
{
    WarningSummary whole = warning;
    const auto known = std::ranges::find(m_warnings, warning.warning, &WarningSummary::warning);
    if (known != m_warnings.end()) {
        if (known->firstMs <= warning.firstMs) {
            known->count += warning.count;
            return;
        }
        whole.count += known->count;
        m_warnings.erase(known);
    } else if (m_warnings.size() == kMaxKept) {
        m_left += warning.count;
        return;
    }
    // Ranks are read one after the other, their times cross.
    const auto place = std::ranges::upper_bound(m_warnings, whole.firstMs, {}, &WarningSummary::firstMs);
    m_warnings.insert(place, std::move(whole));
}

} // namespace lockstep

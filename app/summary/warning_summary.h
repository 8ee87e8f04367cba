// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/journal.h"

#include <cstdint>
#include <vector>

namespace lockstep {

/// What ranks warned of, once, however many of them did so however often.
struct WarningSummary {
    Sentence warning;
    int rank = 0; ///< that warned first, by its clock
    int attempt = 1;
    std::int64_t firstMs = 0; ///< wall clock, ms since 1970
    std::uint64_t count = 0;  ///< over all ranks
    bool operator==(const WarningSummary&) const = default;
};

/// The warnings of a run, as far as journals tell. A plain value for any one thread.
class WarningSummaries {
public:
    /// Different ones that are kept. A rank that says something else every time must not fill the memory;
    /// those beyond are counted alone.
    static constexpr std::size_t kMaxKept = 200;

    /// REQUIRES: a record that was not taken before.
    void take(int rank, int attempt, const Record& record);
    /// Takes over what other ranks of the same run have told.
    void merge(const WarningSummaries& other);

    /// In the order in which they were told first.
    const std::vector<WarningSummary>& all() const { return m_warnings; }
    /// How many came that are not among all().
    std::uint64_t left() const { return m_left; }

private:
    void add(const WarningSummary& warning);

    std::vector<WarningSummary> m_warnings;
    std::uint64_t m_left = 0;
};

} // namespace lockstep

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/timeline/told_step.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace lockstep {

/// When a step's last sum over the ranks ended, on the clock of one host. No rank can end it before all have
/// given their part, so it ends everywhere at about the same time.
struct CommonMoment {
    std::int64_t step = 0;
    std::int64_t ns = 0;
};
/// None where the step had no sums. REQUIRES: isSound().
std::optional<CommonMoment> commonMoment(const StepTimeline& timeline);

/// What a rank tells of the clock of its host.
struct ClockSource {
    int host = 0;
    std::int64_t wallMinusMonotonicNs = 0;
    std::vector<CommonMoment> moments; ///< by ascending step
};

/// From the monotonic clock of one host to a time that all ranks share.
class HostClock {
public:
    enum class Basis {
        Reference,  ///< the time is this host's, as its wall clock showed it
        CommonSums, ///< by the ends of sums over the ranks
        WallClock   ///< there are none: as good as the hosts' wall clocks agree
    };

    HostClock() = default;
    HostClock(Basis basis, std::int64_t offsetNs) : m_basis(basis), m_knots{{0, offsetNs}} {}
    /// By the ends of sums that it has in common with a clock that is known; null where there are none.
    /// Medians of several, for one end alone is late now and then; a line from one to the next, for clocks
    /// drift.
    static std::optional<HostClock> following(const HostClock& known, std::span<const CommonMoment> ofKnown,
                                              std::span<const CommonMoment> mine);

    /// Nanoseconds since 1970-01-01 UTC.
    std::int64_t shared(std::int64_t monotonicNs) const;
    Basis basis() const { return m_basis; }

private:
    struct Knot {
        std::int64_t ns = 0; ///< of this host
        std::int64_t offsetNs = 0;
    };
    Basis m_basis = Basis::WallClock;
    std::vector<Knot> m_knots; ///< ascending; none: offset 0
};

/// The clocks of the hosts of these ranks, by source; the first source's host is the reference.
std::vector<HostClock> alignClocks(std::span<const ClockSource> sources);

} // namespace lockstep

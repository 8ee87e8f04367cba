// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/preflight/pairs/pair_check.h"

#include <cstddef>
#include <map>
#include <optional>

namespace lockstep {

/// What the measured pairs say of one drawn link. Rates are as one would draw them: with headers, in megabits
/// (10^6) per second.
struct LinkRate {
    PairVerdict verdict = PairVerdict::AsDrawn; ///< SharesASegment is never said of a link
    std::optional<double> mbpsForth{}; ///< from Link::from to Link::to, at least; none: no pair went that way
    std::optional<double> mbpsBack{};
    bool operator==(const LinkRate&) const = default;
};

/// By index into Topology::links; links over which no pair has been measured are left out. A link is as fast
/// as the best way over it, and it is slower than drawn only when every way over it is slower than its own
/// narrowest link: a single slow link at a switch is found, and its neighbours are not blamed.
std::map<std::size_t, LinkRate> linkRates(const Topology& topology, const PairChecks& checks);

/// As one would write it: 18.853 as 18.9, 9412 as 9410. REQUIRES: value > 0.
double toThreeDigits(double value);

/// The bandwidth to draw where what is drawn is not what was measured, or nothing is drawn: of the slower
/// direction, with three digits. By index into Topology::links.
std::map<std::size_t, double> bandwidthsToDraw(const std::map<std::size_t, LinkRate>& rates);

} // namespace lockstep

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/blame/slow_link.h"
#include "app/blame/step_history.h"

#include <optional>

namespace lockstep {

/// The one thing that holds a run back.
struct Culprit {
    enum class Kind {
        Unknown,    ///< too few steps have been told
        Nothing,    ///< nothing is out of line
        SlowLoader, ///< `rank` waits for its data
        SlowRank,   ///< `rank` computes longer than the others
        SlowLink,   ///< `link`
        SilentHost, ///< `host` tells nothing, while the others do
    };
    Kind kind = Kind::Unknown;
    int rank = -1;
    std::size_t host = 0; ///< of a rank's too
    std::optional<SlowLink> link{};
    double step = 0;  ///< how long one takes, s: the median
    double cost = 0;  ///< how much of it the culprit costs, s: the median of the steps that show it
    double own = 0;   ///< of a rank and a loader: its time for that in a step, s
    double usual = 0; ///< that of the others, s
    int shown = 0;    ///< steps that show it
    int steps = 0;    ///< that were looked at
    double silentSeconds = 0;
};

/// Somebody or something is.
constexpr bool isToBlame(Culprit::Kind kind)
{
    return kind != Culprit::Kind::Unknown && kind != Culprit::Kind::Nothing;
}

/// So many steps must have been told by all ranks.
constexpr std::size_t kFewestSteps = 8;

/// The rule, for each step: it lasts as long as the slowest rank's own work (its data and its computing) and
/// what even the rank that waits least then waits for the network. Of it would be saved
///  - if no rank waited for data: a loader;
///  - if no rank computed longer than the median of them (of an even number, the faster of the two in the
///    middle): a rank;
///  - if nothing had to be sent: the network.
/// The largest of the three is the step's vote when it is worth a tenth of the step and 2 ms. What 70 % of
/// the steps vote for is to blame; `before`, once it was, as long as 30 % do. The network is to blame only
/// where `link` is slower than it should be: else a step takes what was drawn.
Culprit findCulprit(const std::deque<JoinedStep>& steps, const std::optional<SlowLink>& link,
                    const Culprit& before);

} // namespace lockstep

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/blame/processor_time.h"
#include "app/blame/slow_link.h"
#include "app/blame/step_history.h"

#include <cstddef>
#include <deque>
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
    std::optional<ProcessorShare> processor{}; ///< of a rank that something else takes it from
    double step = 0;                           ///< how long one takes, s: the median
    double cost = 0;  ///< how much of it the culprit costs, s: the median of the stretches that show it
    double own = 0;   ///< of a rank and a loader: its time for that in a step, s
    double usual = 0; ///< that of the others, s
    int shown = 0;    ///< steps of the stretches that show it
    int steps = 0;    ///< that were looked at
    double silentSeconds = 0;
};

/// Somebody or something is.
constexpr bool isToBlame(Culprit::Kind kind)
{
    return kind != Culprit::Kind::Unknown && kind != Culprit::Kind::Nothing;
}

/// Both name the same rank, host or links, whatever the figures.
bool nameTheSame(const Culprit& one, const Culprit& other);

/// So many steps must have been told by all ranks, and so many stretches of them.
constexpr std::size_t kFewestSteps = 8;
constexpr std::size_t kFewestStretches = 3;

/// The rule, for stretches of steps: one lasts as long as its steps, and each of them as long as the slowest
/// rank's own work (its data and its computing) and what even the rank that waits least then waits for the
/// network. Of it would be saved
///  - if no rank waited for data: a loader;
///  - if no rank computed longer than the median of them (of an even number, the faster of the two in the
///    middle): a rank;
///  - if `link` were as fast as it should be: the network, as much as the flow that shows the link would be
///    quicker. Without `link` a step takes what was drawn, and nothing would be saved.
/// A stretch shows what is worth a tenth of it, of a link a fifth, for how much of the exchange is hidden
/// behind computing is not known; and 2 ms a step. To blame is what would save most of all stretches
/// together, among those that 70 % of the stretches show; for `before`, once it was to blame, 30 % do.
Culprit findCulprit(const std::deque<JoinedStep>& steps, const std::optional<SlowLink>& link,
                    const Culprit& before);

} // namespace lockstep

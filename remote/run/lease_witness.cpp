// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/run/lease_witness.h"

#include <algorithm>

namespace lockstep {

OutOfReach knownOf(std::optional<RunPhase> own, const std::vector<LeaseWitness>& others,
                   std::chrono::steady_clock::duration away)
{
    const auto ended = [](const LeaseWitness& witness) { return witness.phase && hasEnded(*witness.phase); };
    if ((own && hasEnded(*own)) || std::ranges::any_of(others, ended))
        return OutOfReach::HasEnded;
    // Those in reach would have ended by now if it had fallen silent for them, too.
    const auto trains = [](const LeaseWitness& witness) {
        return witness.reach == LeaseWitness::Reach::InTouch && witness.phase == RunPhase::Training;
    };
    if (away >= kLeaseEnds && std::ranges::any_of(others, trains))
        return OutOfReach::Trains;
    return OutOfReach::Unknown;
}

} // namespace lockstep

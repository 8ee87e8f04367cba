// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/attach_messages.h"
#include "remote/remote_options.h"

#include <chrono>
#include <optional>
#include <vector>

/// What can be known of a host that this computer cannot reach. The supervisors of a run hold leases with
/// each other: when one ends or falls silent, the others end within the time of the lease. So those that are
/// in reach bear witness of the one that is not.
namespace lockstep {

/// After this time without one of their own the supervisors have ended: their lease, and some for the end
/// itself and its way here.
inline constexpr std::chrono::seconds kLeaseEnds{12};

struct LeaseWitness {
    enum class Reach { InTouch, Away };
    Reach reach = Reach::InTouch;
    std::optional<RunPhase> phase; ///< the last that it told
};

/// `own`: the last phase of the host in question. `others`: the other hosts that take part. `away`: since the
/// link to it broke.
OutOfReach knownOf(std::optional<RunPhase> own, const std::vector<LeaseWitness>& others,
                   std::chrono::steady_clock::duration away);

} // namespace lockstep

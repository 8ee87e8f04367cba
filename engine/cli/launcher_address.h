// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/cli/rank_environment.h"
#include "engine/distributed/rendezvous.h"

#include <string>

namespace lockstep {

/// How this process meets the others of its launcher. Without MASTER_PORT they meet at a port that follows
/// from the token and the job. Throws EngineError(Usage) where nobody says where rank 0 runs, and
/// HostUnreachable where that name has no address. Asks the resolver, which has limits of its own.
RendezvousOptions rendezvousFor(const RankEnvironment& environment, const RunToken& token);

/// The numeric address at which others reach this process: the one by which it reaches `master`. Where that
/// is this computer itself, its first address that is not loopback, if some of the others run elsewhere.
std::string addressTowards(const Endpoint& master, const RankEnvironment& environment);

/// 20000 ... 29999: below the ports that systems give to clients.
int portOfJob(const RunToken& token, const std::string& job);

} // namespace lockstep

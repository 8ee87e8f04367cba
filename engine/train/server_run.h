// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/exit_code.h"
#include "engine/protocol/rank_launch.h"
#include "engine/train/stop_flag.h"

namespace lockstep {

/// One server of one attempt, from its launch until all ranks have left. It has no journal; its text log is
/// attempt-<n>/server-<s>.log. A stop is the ranks' to heed: a server does so only before they have met.
/// Success, or Stopped after the ranks were broken off; every error is told to the ranks and thrown on.
ExitCode runServer(const RankLaunch& launch, const StopFlag& stop);

} // namespace lockstep

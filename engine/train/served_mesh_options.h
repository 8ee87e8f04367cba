// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/distributed/server/served_mesh.h"
#include "engine/protocol/experiment.h"
#include "engine/protocol/rank_launch.h"
#include "engine/train/stop_flag.h"

namespace lockstep {

/// Ranks may take this long to read their data before they meet.
inline constexpr double kMeetingSeconds = 120;

/// How the process of this launch, a rank or a server, meets the others. The listening socket goes over to
/// it.
ServedMeshOptions servedMeshOptions(const RankLaunch& launch, const TrainingSpec& training,
                                    const StopFlag& stop);

} // namespace lockstep

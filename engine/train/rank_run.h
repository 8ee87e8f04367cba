// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/data/loader_brake.h"
#include "engine/protocol/exit_code.h"
#include "engine/protocol/rank_launch.h"
#include "engine/train/rank_recorder.h"
#include "engine/train/stop_flag.h"
#include "engine/train/training_device.h"

#include <memory>

namespace lockstep {

/// Who makes what the experiment asks for.
struct RankFactories {
    DeviceFactory device = makeTrainingDevice;
    StrategyFactory strategy = makeStrategy;
    std::shared_ptr<LoaderBrake> brake{}; ///< of the data that it trains with; may be null
};

/// One rank of one attempt, from its launch to its last record. Relative paths of data and weights are
/// taken from the run folder. Success, or Stopped after a stop; every error is recorded, told to the other
/// ranks when they have met, and thrown on.
ExitCode runRank(const RankLaunch& launch, const StopFlag& stop, RankRecorder::Echo echo,
                 const RankFactories& factories = {});

} // namespace lockstep

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/distributed/process_group.h"
#include "engine/train/rank_recorder.h"
#include "engine/train/trainer.h"

namespace lockstep {

/// Runs the trainer. Where the group ends because this rank lost patience with another one, warns with where
/// each rank was, and throws on; one rank tells it for all.
Trainer::Outcome runAndTell(Trainer& trainer, const ProcessGroup& group, RankRecorder& recorder);

} // namespace lockstep

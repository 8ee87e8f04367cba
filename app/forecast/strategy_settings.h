// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/experiment.h"
#include "engine/protocol/sentence.h"

#include <vector>

namespace lockstep {

/// How replicas stay in step, as far as it decides what crosses the network. Members that do not count beside
/// the others are at their standard values, so that equal settings compare equal.
struct StrategySettings {
    StrategyKind strategy = StrategyKind::AllReduce;
    CompressionKind compression = CompressionKind::None;
    int compressionRank = TrainingSpec{}.compressionRank;
    double compressionRatio = TrainingSpec{}.compressionRatio;
    int localSteps = TrainingSpec{}.localSteps;
    bool overlapMeetings = false;
    int staleness = TrainingSpec{}.staleness;
    bool operator==(const StrategySettings&) const = default;
};

StrategySettings settingsOf(const TrainingSpec& training);
/// The same training in another way; what does not count there stays as it was.
TrainingSpec withSettings(TrainingSpec training, const StrategySettings& settings);

/// Those that are worth comparing for a training, the plainest first, its own among them. A strategy that
/// documents cannot name is not among them.
std::vector<StrategySettings> settingsToCompare(const TrainingSpec& training);

/// "all-reduce, PowerSGD of rank 4".
Sentence nameOf(const StrategySettings& settings);

/// What it may cost.
struct AccuracyNote {
    Sentence text;
    bool isSafe = false; ///< half a point of accuracy at most, by what has been measured and published
    bool operator==(const AccuracyNote&) const = default;
};
AccuracyNote accuracyNote(const StrategySettings& settings);

} // namespace lockstep

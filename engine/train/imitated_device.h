// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/train/training_device.h"

#include <chrono>
#include <functional>
#include <memory>
#include <string>

namespace lockstep {

/// Passes that compute before the others are imitated. Of the first ones caches are cold and memory is new.
inline constexpr int kTruePasses = 3;

/// Whose turn it is to compute: ranks that share cores measure what a pass takes one after the other, each
/// with the cores to itself.
class ComputeTurns {
public:
    using Turn = std::shared_ptr<void>; ///< ends with its last copy
    virtual ~ComputeTurns() = default;
    /// Waits until nobody else has one.
    virtual Turn take() = 0;
};
/// Turns among all processes that name this file; it is made where it is missing. A turn that others keep
/// for ten minutes is taken without them. Throws EngineError.
std::unique_ptr<ComputeTurns> turnsBy(const std::string& file);

/// As a thread sleeps until then; tests have clocks of their own.
struct ImitationClock {
    using Point = std::chrono::steady_clock::time_point;
    std::function<Point()> now;
    std::function<void(Point)> sleepUntil;
};
ImitationClock steadyClock();

/// A device of this host that computes kTruePasses passes of training, in turns with others, and imitates all
/// further ones: it waits for as long as the last of them took, and says of each gradient that it is ready
/// after as long as it took then. Their gradients are zeros, their loss is that of the last: the model learns
/// nothing, but everything else is done, and as many bytes cross the network. Evaluation computes. For
/// rehearsals of more ranks than there are cores. Takes `inner` over.
std::unique_ptr<TrainingDevice> imitating(std::unique_ptr<TrainingDevice> inner,
                                          std::shared_ptr<ComputeTurns> turns,
                                          ImitationClock clock = steadyClock());

} // namespace lockstep

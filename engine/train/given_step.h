// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/program.h"

#include <cstdint>
#include <optional>

namespace lockstep {

/// Seconds of one step, pieces added up.
struct StepTimes {
    double data = 0, forward = 0, backward = 0, network = 0, optimizer = 0;
};

/// A step whose update was given to the device, until all that its record says is known.
struct GivenStep {
    std::int64_t step = 0; ///< of the training
    int epoch = 0;
    std::int64_t batch = 0; ///< in its epoch
    int count = 0;          ///< samples of this rank
    double learningRate = 0;
    std::int64_t forward = 0;                   ///< its last forward pass, counted from the trainer's first
    std::optional<LossResult> loss{};           ///< of this rank
    std::optional<double> globalLoss{};         ///< mean; none: nobody else's was heard
    std::optional<std::int64_t> staleness{};    ///< as the strategy says
    std::optional<double> compressionSeconds{}; ///< likewise
    StepTimes times{};                          ///< by this host's clock
    std::optional<ComputeSeconds> device{};

    /// A piece's.
    void add(const LossResult& piece);
    void add(const std::optional<ComputeSeconds>& piece);
};

} // namespace lockstep

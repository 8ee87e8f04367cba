// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace lockstep::cuda {

/// What kernels read that changes from step to step: one block in the device's memory, at a fixed place, so
/// that recorded work finds the present step there. Written by one copy before forward.
struct StepBlock {
    std::int64_t step = 0;
    std::int64_t firstSample = 0; ///< place of sample 0 in the global batch
    /// What the loss' derivative is multiplied with besides lossScale: 1 / StepScalars::divisor.
    float derivativeScale = 1;
    std::int32_t count = 0;
};

/// What a step leaves behind: one block in the device's memory, read back by one copy.
struct LossBlock {
    double lossSum = 0; ///< auxiliary heads included
    std::int32_t correct = 0;
    std::int32_t correctTop5 = 0;
    std::int32_t badLabels = 0; ///< labels that are no class
    std::int32_t reserved = 0;
};

/// fp16's loss scale, kept on the device from step to step (Micikevicius et al.: Mixed precision training.
/// ICLR 2018), with the rule and the figures of PyTorch's GradScaler: the loss' derivative is multiplied with
/// `scale`; where a gradient is then not finite, the update is skipped and the scale halved; after
/// kGrowthInterval updates in a row it is doubled. The optimiser sets it, and adapts it in each step.
struct LossScale {
    static constexpr float kInitial = 65536;
    static constexpr float kGrowthInterval = 2000;
    float scale = 1;     ///< a power of two, so that multiplying with it and dividing by it is exact
    float goodSteps = 0; ///< since the scale changed; a float, for checkpoints keep both
};

} // namespace lockstep::cuda

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/experiment.h"

#include <cstdint>

namespace lockstep {

class Graph;

/// What one rank's training holds in memory, bytes.
struct TrainingMemory {
    std::int64_t parameters =
        0; ///< f32, auxiliary heads included; with bf16 and fp16 the copies that it computes with too
    std::int64_t gradients = 0; ///< f32, of the parameters
    std::int64_t optimizerState =
        0; ///< f32: one value per parameter for momentum and Adagrad, two for Adam and AdamW
    std::int64_t buffers = 0;             ///< f32: running statistics
    std::int64_t activations = 0;         ///< of a batch, kept for backward
    std::int64_t activationGradients = 0; ///< the most that is alive at once in backward
    std::int64_t total() const
    {
        return parameters + gradients + optimizerState + buffers + activations + activationGradients;
    }
};

/// An estimate from the graph alone, for any device: what a program must hold that stores every tensor once,
/// computes element by element in place and recomputes nothing costly. The CPU's programs plan within a fifth
/// of it for real samples and batches; for small ones, gradients that each worker sums up apart weigh more.
/// `batch` is the number of samples computed at once (with gradient accumulation: of a piece). Kept for
/// backward are
///   - what convolutions, linear layers, norms, layer scales and GELU read;
///   - the output of ReLU and tanh, but for a ReLU read by poolings alone, whose output tells as much;
///   - one byte for each output of a max pooling: which element won.
/// Activations take 4 bytes in f32, 2 in bf16 and fp16. Not counted: the program itself, its libraries and
/// their scratch memory, batches made ahead, gradient buckets on their way to other ranks.
TrainingMemory trainingMemory(const Graph& graph, int batch, Precision precision, OptimizerKind optimizer);

} // namespace lockstep

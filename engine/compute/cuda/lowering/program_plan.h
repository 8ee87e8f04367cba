// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/lowering/operation.h"
#include "engine/compute/tensor_plan.h"

#include <vector>

namespace lockstep::cuda {

/// A weight that is computed with in another layout or type than it is trained in; see kernels.h.
struct PackedWeight {
    std::size_t parameter = 0;
    std::int32_t outer = 1;
    std::int32_t inner = 1;
    std::int32_t taps = 1;
    BufferId packed = 0;
    std::int64_t elements() const { return std::int64_t{outer} * inner * taps; }
};

/// What a program is made of, decided before it has any memory: the same for whoever only asks how much it
/// takes.
struct ProgramPlan {
    /// Kept buffers through which a step goes in and out.
    struct Ends {
        BufferId uploaded = 0;       ///< the batch as it comes: floats, or bytes in the first quarter
        BufferId uploadedHeader = 0; ///< a StepBlock and the labels as they come
        BufferId header = 0;         ///< the same, as operations read them
        BufferId input = 0;          ///< of the first layer
        BufferId loss = 0;           ///< a LossBlock
        BufferId lossScale = 0;      ///< a LossScale
        BufferId logits = 0;         ///< {count, classes} f32; of a part that precedes another its output
        BufferId outputGradient = 0; ///< as it comes, likewise; of such a part alone
        BufferId inputGradient = 0;  ///< f32 as the input; of a part that follows another alone
        BufferId weightTable = 0;    ///< WeightLayout of each packed weight
        BufferId weightStarts = 0;   ///< std::int64_t, see packWeights()
    };

    Element element = Element::Float32; ///< of the activations
    TensorPlan tensors;
    DeviceBuffers buffers;
    ConvolutionPlans convolutions;
    std::vector<PackedWeight> packed{};
    Ends ends{};
    std::vector<Operation> forward{};
    std::vector<Operation> backward{};

    /// Of the arena: the tensors, then the buffers.
    std::int64_t bytes() const;
    std::int64_t buffersAt() const;
    ProgramMemory memory() const;
    /// The parts of backward after each of which a bucket of gradients is final: where each of them ends.
    std::vector<std::size_t> segmentEnds() const;
};

} // namespace lockstep::cuda

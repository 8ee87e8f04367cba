// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/lowering/program_plan.h"

namespace lockstep::cuda {

std::int64_t ProgramPlan::buffersAt() const
{
    constexpr std::int64_t unit = DeviceBuffers::kAlignment;
    return (tensors.arena().bytes() + unit - 1) / unit * unit;
}

std::int64_t ProgramPlan::bytes() const
{
    return buffersAt() + buffers.place().bytes;
}

ProgramMemory ProgramPlan::memory() const
{
    ProgramMemory memory = tensors.memory(buffersAt());
    for (const PackedWeight& weight : packed)
        memory.packedWeights += weight.elements() * static_cast<std::int64_t>(bytesOf(element));
    memory.activations = buffers.sampleBytes();
    memory.workspace += bytes() - memory.total();
    return memory;
}

std::vector<std::size_t> ProgramPlan::segmentEnds() const
{
    std::vector<std::size_t> missing; // gradients of each bucket that are not final yet
    std::vector<std::size_t> bucketOf(tensors.parameters().size());
    for (const BucketPlan& bucket : tensors.buckets()) {
        for (const std::size_t parameter : bucket.parameters)
            bucketOf[parameter] = missing.size();
        missing.push_back(bucket.parameters.size());
    }
    std::vector<std::size_t> cuts;
    for (std::size_t i = 0; i < backward.size(); ++i) {
        bool complete = i + 1 == backward.size();
        for (const std::size_t parameter : backward[i].final)
            complete |= --missing[bucketOf[parameter]] == 0;
        if (complete)
            cuts.push_back(i + 1);
    }
    return cuts;
}

} // namespace lockstep::cuda

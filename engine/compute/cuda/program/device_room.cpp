// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/program/device_room.h"

#include "engine/compute/cuda/device/status.h"
#include "engine/compute/cuda/lowering/lowering.h"
#include "engine/core/error.h"

#include <cuda_runtime_api.h>
#include <string>

namespace lockstep::cuda {
namespace {

std::string mebibytes(std::int64_t bytes)
{
    return std::to_string(bytes >> 20);
}

/// What has to be left besides a program that is recommended: an optimiser keeps up to two values for each
/// parameter, and libraries load code when it is first called.
std::int64_t spareBytes(const Graph& graph, std::int64_t total)
{
    constexpr std::int64_t kMostStateBytes = 2 * sizeof(float);
    return kMostStateBytes * graph.parameterCount() + total / 32;
}

/// Where not even one sample leaves so much, what fits by itself.
int batchToRecommend(const GraphPart& part, const ProgramOptions& options, std::int64_t room,
                     std::int64_t total)
{
    const int fits = batchThatFits(part, options, room - spareBytes(part.graph, total));
    return fits > 0 ? fits : batchThatFits(part, options, room);
}

} // namespace

int batchThatFits(const GraphPart& part, ProgramOptions options, std::int64_t bytes)
{
    int fits = 0;
    int tooMuch = options.batch;
    while (fits + 1 < tooMuch) {
        options.batch = fits + (tooMuch - fits) / 2;
        (lower(part, options).bytes() <= bytes ? fits : tooMuch) = options.batch;
    }
    return fits;
}

void requireRoom(const GraphPart& part, const ProgramOptions& options, std::int64_t bytes)
{
    std::size_t available = 0;
    std::size_t total = 0;
    check(cudaMemGetInfo(&available, &total), "cudaMemGetInfo");
    const auto room = static_cast<std::int64_t>(available);
    if (bytes <= room)
        return;
    if (const int batch = batchToRecommend(part, options, room, static_cast<std::int64_t>(total)); batch > 0)
        throw EngineError(
            ExitCode::OutOfMemory,
            {LOCKSTEP_TEXT("The GPU has no room for the model %1 with a batch of %2: that takes %3 MiB, and "
                           "%4 of its %5 MiB are free. A batch of %6 fits."),
             {part.graph.name(), std::to_string(options.batch), mebibytes(bytes), mebibytes(room),
              mebibytes(static_cast<std::int64_t>(total)), std::to_string(batch)},
             {}});
    throw EngineError(
        ExitCode::OutOfMemory,
        {LOCKSTEP_TEXT("The GPU has no room for the model %1, not even with a batch of 1: %2 of its %3 MiB "
                       "are free. Choose a smaller model or another GPU, or end other programs that use it "
                       "(nvidia-smi lists them)."),
         {part.graph.name(), mebibytes(room), mebibytes(static_cast<std::int64_t>(total))},
         {}});
}

} // namespace lockstep::cuda

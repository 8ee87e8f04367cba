// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/forecast/codec_work.h"

#include "app/forecast/gradient_traffic.h"

namespace lockstep {

namespace {

// Nanoseconds a gradient, of the engine's codecs on a core of an AMD EPYC (compression_benchmark): all of
// them walk over memory, in which processors differ less than in their arithmetic.
constexpr double kBFloat16 = 1.5;
constexpr double kFloat16 = 4.4;
constexpr double kInt8 = 3.8;
constexpr double kTopK = 3.0;
constexpr double kFactored = 0.7, kFactoredOfRank = 0.19;
constexpr double kNanosecond = 1e-9;

double nanosecondsEach(const StrategySettings& settings)
{
    switch (settings.compression) {
    case CompressionKind::None:
        break;
    case CompressionKind::BFloat16:
        return kBFloat16;
    case CompressionKind::Float16:
        return kFloat16;
    case CompressionKind::Int8:
        return kInt8;
    case CompressionKind::TopK:
        return kTopK;
    case CompressionKind::PowerSgd:
        return kFactored + kFactoredOfRank * settings.compressionRank;
    }
    return 0;
}

} // namespace

double codecSeconds(const StrategySettings& settings, std::span<const TensorSides> tensors)
{
    double elements = 0;
    for (const TensorSides& tensor : tensors) {
        if (isCompressed(settings, tensor))
            elements += tensor.elements();
    }
    return elements * nanosecondsEach(settings) * kNanosecond;
}

} // namespace lockstep

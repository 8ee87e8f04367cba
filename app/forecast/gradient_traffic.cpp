// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/forecast/gradient_traffic.h"

#include <cmath>

namespace lockstep {

namespace {

constexpr double kFloatBytes = 4;
/// A value and its place.
constexpr double kSparseBytes = 8;
constexpr double kInt8Block = 512; ///< values that share a scale

double elementsOf(std::span<const TensorSides> tensors)
{
    double sum = 0;
    for (const TensorSides& tensor : tensors)
        sum += tensor.elements();
    return sum;
}

bool isFactored(int rank, const TensorSides& tensor)
{
    const auto rows = static_cast<double>(tensor.rows);
    const auto rest = static_cast<double>(tensor.rest);
    return 2 * rank * (rows + rest) < rows * rest;
}

GradientTraffic factored(int rank, std::span<const TensorSides> tensors)
{
    double left = 0; // what has to be known before the second sum can begin
    double right = 0;
    for (const TensorSides& tensor : tensors) {
        if (isFactored(rank, tensor)) {
            left += rank * static_cast<double>(tensor.rows);
            right += rank * static_cast<double>(tensor.rest);
        } else {
            left += tensor.elements();
        }
    }
    return {(left + right) * kFloatBytes, right > 0 ? 2 : 1};
}

bool isOfOneAxis(const TensorSides& tensor)
{
    return tensor.rest == 1;
}

GradientTraffic largest(double ratio, std::span<const TensorSides> tensors)
{
    GradientTraffic traffic;
    for (const TensorSides& tensor : tensors) {
        if (isOfOneAxis(tensor))
            traffic.summed += tensor.elements() * kFloatBytes;
        else
            traffic.gathered += std::ceil(ratio * tensor.elements()) * kSparseBytes;
    }
    traffic.sums = traffic.summed > 0 ? 1 : 0;
    return traffic;
}

} // namespace

GradientTraffic gradientTraffic(const StrategySettings& settings, std::span<const TensorSides> tensors)
{
    const double elements = elementsOf(tensors);
    switch (settings.compression) {
    case CompressionKind::None:
        break;
    case CompressionKind::BFloat16:
    case CompressionKind::Float16:
        return {.parts = elements * 2};
    case CompressionKind::Int8:
        return {.parts = elements + std::ceil(elements / kInt8Block) * kFloatBytes};
    case CompressionKind::TopK:
        return largest(settings.compressionRatio, tensors);
    case CompressionKind::PowerSgd:
        return factored(settings.compressionRank, tensors);
    }
    return {elements * kFloatBytes, 1};
}

bool isCompressed(const StrategySettings& settings, const TensorSides& tensor)
{
    switch (settings.compression) {
    case CompressionKind::None:
        return false;
    case CompressionKind::BFloat16:
    case CompressionKind::Float16:
    case CompressionKind::Int8:
        break;
    case CompressionKind::TopK:
        return !isOfOneAxis(tensor);
    case CompressionKind::PowerSgd:
        return isFactored(settings.compressionRank, tensor);
    }
    return true;
}

double powerSgdReduction(const ModelWork& work, int rank)
{
    StrategySettings settings;
    settings.compression = CompressionKind::PowerSgd;
    settings.compressionRank = rank;
    double sent = 0;
    for (const LayerWork& layer : work.layers)
        sent += gradientTraffic(settings, layer.tensors).summed;
    return sent > 0 ? work.elements() * kFloatBytes / sent : 1;
}

} // namespace lockstep

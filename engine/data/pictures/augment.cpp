// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/data/pictures/augment.h"

#include "engine/core/error.h"
#include "engine/core/portable_math.h"

#include <algorithm>
#include <cmath>

// Compiled without fused multiply-adds, so that every host cuts the same parts out.
namespace lockstep {
namespace {

constexpr double kSmallestArea = 0.08;
constexpr double kNarrowest = 3.0 / 4;
constexpr double kWidest = 4.0 / 3;
constexpr double kLogWidest = 0.28768207245178092744; ///< the logarithm of 4/3; of 3/4 without its sign
constexpr int kTries = 10;
/// The run's own seeds are below 2^53.
constexpr std::uint64_t kAugmentationKey = std::uint64_t{0xa063} << 48;

bool coin(Random& random)
{
    return random.uniformDouble() < 0.5;
}

int below(Random& random, int bound)
{
    return static_cast<int>(random.below(static_cast<std::uint64_t>(bound)));
}

} // namespace

Random augmentationRandom(std::uint64_t seed, int epoch, std::size_t index)
{
    LOCKSTEP_CHECK(epoch >= 0 && index < std::size_t{1} << 40);
    return Random(seed ^ kAugmentationKey, static_cast<std::uint64_t>(epoch) << 40 | index);
}

Crop randomResizedCrop(int width, int height, Random& random)
{
    const double area = static_cast<double>(width) * height;
    for (int i = 0; i < kTries; ++i) {
        const double wanted = area * (kSmallestArea + (1 - kSmallestArea) * random.uniformDouble());
        const double ratio = exponential(kLogWidest * (2 * random.uniformDouble() - 1));
        const auto w = static_cast<int>(std::lrint(std::sqrt(wanted * ratio)));
        const auto h = static_cast<int>(std::lrint(std::sqrt(wanted / ratio)));
        if (w <= 0 || w > width || h <= 0 || h > height)
            continue;
        const int y = below(random, height - h + 1);
        const int x = below(random, width - w + 1);
        return {x, y, w, h, coin(random)};
    }
    int w = width;
    int h = height;
    const double ratio = static_cast<double>(width) / height;
    if (ratio < kNarrowest)
        h = std::clamp(static_cast<int>(std::lrint(w / kNarrowest)), 1, height);
    else if (ratio > kWidest)
        w = std::clamp(static_cast<int>(std::lrint(h * kWidest)), 1, width);
    return {(width - w) / 2, (height - h) / 2, w, h, coin(random)};
}

Crop randomPaddedCrop(int width, int height, int padding, Random& random)
{
    const int y = below(random, 2 * padding + 1) - padding;
    const int x = below(random, 2 * padding + 1) - padding;
    return {x, y, width, height, coin(random)};
}

} // namespace lockstep

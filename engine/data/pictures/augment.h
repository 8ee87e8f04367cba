// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/core/random.h"

#include <cstdint>

namespace lockstep {

/// The random numbers that change one sample in one epoch: they depend on these three alone, so every rank
/// layout and number of threads gives the same picture. epoch < 2^23, index < 2^40.
Random augmentationRandom(std::uint64_t seed, int epoch, std::size_t index);

/// A part of a picture, in its pixels, mirrored left to right or not.
struct Crop {
    int x = 0, y = 0, width = 0, height = 0;
    bool flip = false;
    bool operator==(const Crop&) const = default;
};

/// A part of 8 to 100 % of the area with sides of 3:4 to 4:3 (log-uniform), anywhere in the picture; after
/// ten tries that do not fit, the middle, cut to that ratio. Flipped half of the times. As torchvision's
/// RandomResizedCrop and RandomHorizontalFlip draw [Szegedy et al. 2015].
Crop randomResizedCrop(int width, int height, Random& random);

/// A crop of the picture's own size from one that is framed by `padding` pixels, and a flip: x and y are
/// -padding ... padding. As torchvision's RandomCrop(side, padding) and RandomHorizontalFlip.
Crop randomPaddedCrop(int width, int height, int padding, Random& random);

} // namespace lockstep

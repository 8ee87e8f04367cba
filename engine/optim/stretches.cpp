// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/optim/stretches.h"

#include <algorithm>

namespace lockstep {

std::vector<StretchPlace> cutIntoStretches(std::span<const std::size_t> sizes)
{
    std::vector<StretchPlace> places;
    for (std::size_t index = 0; index < sizes.size(); ++index)
        for (std::size_t begin = 0; begin < sizes[index]; begin += kStretchElements)
            places.push_back({index, begin, std::min(kStretchElements, sizes[index] - begin)});
    return places;
}

} // namespace lockstep

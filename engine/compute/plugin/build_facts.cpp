// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/plugin/build_facts.h"

#include <algorithm>

namespace lockstep {

bool servesCapability(std::span<const int> architectures, int major, int minor)
{
    const int wanted = major * 10 + minor;
    if (!architectures.empty() && wanted >= architectures.back())
        return true;
    return std::any_of(architectures.begin(), architectures.end(), [&](int architecture) {
        return architecture / 10 == major && architecture <= wanted;
    });
}

} // namespace lockstep

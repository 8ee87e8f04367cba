// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/libraries/library_versions.h"

namespace lockstep::cuda {

std::string versionText(std::size_t version)
{
    return std::to_string(version / 10000) + '.' + std::to_string(version / 100 % 100) + '.' +
           std::to_string(version % 100);
}

} // namespace lockstep::cuda

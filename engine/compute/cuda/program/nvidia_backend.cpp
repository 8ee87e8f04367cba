// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/program/backend.h"

namespace lockstep::cuda {

std::unique_ptr<CudaBackend> makeBackend(int index)
{
    return makeBackend(index, makeDeviceLibraries);
}

} // namespace lockstep::cuda

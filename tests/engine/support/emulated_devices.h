// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/engine/support/devices.h"

#include <vector>

namespace lockstep::testing {

/// GPUs that are not there (emulated_cuda); none in a build without a CUDA toolkit.
std::vector<TestDevice> emulatedDevices();

} // namespace lockstep::testing

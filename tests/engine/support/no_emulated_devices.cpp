// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/support/emulated_devices.h"

namespace lockstep::testing {

std::vector<TestDevice> emulatedDevices()
{
    return {};
}

} // namespace lockstep::testing

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/train/training_device.h"

#include <cstdint>
#include <functional>

namespace lockstep::testing {

/// Seconds that a device says it has computed.
struct Speed {
    double perPass = 0; ///< of a forward and a backward pass, whatever its samples are
    double perSample = 0;
};

/// The speed in a step of the training. Of the passes before the first step, that of the first.
using SpeedOf = std::function<Speed(std::int64_t step)>;

/// What `make` makes, whose programs compute as ever but tell these seconds, whatever the clock says.
DeviceFactory timedDevice(DeviceFactory make, SpeedOf speed);

} // namespace lockstep::testing

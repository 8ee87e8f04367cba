// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/topology.h"

#include <vector>

namespace lockstep {

/// The kinds of devices that makeComputeBackend() of this build serves where the host has one.
std::vector<DeviceKind> servedDeviceKinds();

} // namespace lockstep

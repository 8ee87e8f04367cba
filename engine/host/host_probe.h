// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/host_report.h"

#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// What this machine is. Anything that cannot be found out stays empty or 0; takes at most about 4 seconds.
HostReport probeHost();

/// Those that are up, with their addresses.
std::vector<NetworkInterface> probeInterfaces();

/// The GPUs that the NVIDIA driver shows to ranks, and what CUDA_VISIBLE_DEVICES hides from them. The
/// driver's library may hang on a broken GPU, so a child process asks it, and is killed after 3 seconds; then
/// the names of all come from /proc/driver/nvidia, and nothing else is known of them.
void probeGpus(HostReport& report);

/// The parts with a format of their own, apart for tests.
std::string prettySystemName(std::string_view osRelease);

} // namespace lockstep

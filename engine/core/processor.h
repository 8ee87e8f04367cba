// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace lockstep {

/// Cores that this process may really use, >= 1: its CPU affinity, cut down to the CPU quota of its control
/// group and of every group above it (cgroup v2 and v1), rounded up.
int usableCores();

/// Cores that a quota allows, from the text of cgroup v2's `cpu.max` ("150000 100000" gives 1.5; "max 100000"
/// and anything unreadable give 0: no limit).
double coresOfCpuMax(std::string_view text);

} // namespace lockstep

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/preflight/host_test.h"

#include <vector>

namespace lockstep {

/// Whether all hosts have the same data, once each has said what it has: those whose data differ from what
/// most of them have (of equally many, from the first ones') fail their test of the data. Which ones they
/// are, by their place in `tests`.
std::vector<std::size_t> compareData(const std::vector<HostTest*>& tests);

} // namespace lockstep

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/problems/problem.h"
#include "app/window/host_tests.h"

namespace lockstep {

/// What tests of hosts, and of the network between them, have found to be wrong: warnings, for a run may be
/// begun all the same. One for each cause, with the hosts that share it.
Problems testProblems(const HostTests& tests);

} // namespace lockstep

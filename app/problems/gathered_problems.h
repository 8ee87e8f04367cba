// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/problems/problem.h"

namespace lockstep {

/// The same with one sentence for what several hosts share: of problems with `sharesHosts` that differ in
/// their first argument alone, the first one stays, with the names of all of them. Its key is that of the
/// first host, and its further keys are those of the others.
Problems gathered(const Problems& problems);

} // namespace lockstep

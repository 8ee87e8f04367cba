// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/host_report.h"

#include <QString>

namespace lockstep {

/// What lockstep-engine at `engine` says about this computer; waits for it, at most some seconds.
Result<HostReport> probeThisComputer(const QString& engine);

} // namespace lockstep

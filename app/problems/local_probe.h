// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/host_report.h"

#include <QString>
#include <QStringList>

namespace lockstep {

struct EngineAnswer;

/// What lockstep-engine is asked about this computer, and what its answer means.
QStringList probeArguments();
Result<HostReport> reportOf(const EngineAnswer& answer);

/// What lockstep-engine at `engine` says about this computer; waits for it, at most some seconds.
Result<HostReport> probeThisComputer(const QString& engine);

} // namespace lockstep

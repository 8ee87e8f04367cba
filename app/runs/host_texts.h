// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/text/phase_text.h"
#include "remote/run/run_controller.h"

#include <QString>

namespace lockstep {

/// The phase of a host and, when it cannot be reached, what is known of it.
QString hostStateText(const HostStatus& status);
/// A sentence about a host that this computer cannot reach.
QString outOfReachText(OutOfReach known);

} // namespace lockstep

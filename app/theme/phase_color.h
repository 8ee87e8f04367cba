// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/theme/theme.h"
#include "engine/protocol/run_phase.h"

#include <QColor>

namespace lockstep {

/// The one colour for a phase, whether of a run, a host or a rank. What ended by nobody's fault is neutral.
QColor phaseColor(RunPhase phase, const ThemeColors& colors);

} // namespace lockstep

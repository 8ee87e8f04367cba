// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/theme/phase_color.h"

namespace lockstep {

QColor phaseColor(RunPhase phase, const ThemeColors& colors)
{
    switch (phase) {
    case RunPhase::Waiting:
    case RunPhase::Stopped:
    case RunPhase::EndedWithOthers:
    case RunPhase::NotStarted:
        return colors.mutedText;
    case RunPhase::Connecting:
    case RunPhase::Deploying:
    case RunPhase::Launching:
    case RunPhase::Submitted:
        return colors.accent;
    case RunPhase::Training:
    case RunPhase::Finished:
        return colors.good;
    case RunPhase::Reconnecting:
    case RunPhase::Stopping:
        return colors.warning;
    case RunPhase::Failed:
        break;
    }
    return colors.bad;
}

} // namespace lockstep

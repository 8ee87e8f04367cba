// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/theme/part_color.h"

namespace lockstep {

QColor partColor(StepPart part, const ThemeColors& colors)
{
    switch (part) {
    case StepPart::Data:
        return colors.warning;
    case StepPart::Forward:
        return colors.accent;
    case StepPart::Backward:
        return colors.accent.darker(155);
    case StepPart::Network:
        return colors.bad;
    case StepPart::Optimizer:
        break;
    }
    return colors.good;
}

std::array<QColor, 2> bucketColors(const ThemeColors& colors)
{
    const QColor color = colors.series[4];
    return {color, color.darker(145)};
}

} // namespace lockstep

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/part_colors.h"

#include <QCoreApplication>

namespace lockstep {

QString partName(StepPart part)
{
    switch (part) {
    case StepPart::Data:
        return QCoreApplication::translate("Timeline", "Data");
    case StepPart::Forward:
        return QCoreApplication::translate("Timeline", "Forward");
    case StepPart::Backward:
        return QCoreApplication::translate("Timeline", "Backward");
    case StepPart::Network:
        return QCoreApplication::translate("Timeline", "Waiting for others");
    case StepPart::Optimizer:
        break;
    }
    return QCoreApplication::translate("Timeline", "Optimiser");
}

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

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/part_name.h"

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

} // namespace lockstep

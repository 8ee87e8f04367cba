// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/host_texts.h"

#include <QCoreApplication>

namespace lockstep {

namespace {

QString awayText(OutOfReach known)
{
    switch (known) {
    case OutOfReach::Unknown:
        break;
    case OutOfReach::Trains:
        return QCoreApplication::translate("RunTexts", "Out of reach; still training");
    case OutOfReach::HasEnded:
        return QCoreApplication::translate("RunTexts", "Out of reach; ended with the others");
    }
    return QCoreApplication::translate("RunTexts", "Out of reach; state unknown");
}

} // namespace

QString hostStateText(const HostStatus& status)
{
    return status.state == RunPhase::Reconnecting ? awayText(status.outOfReach) : phaseText(status.state);
}

QString outOfReachText(OutOfReach known)
{
    switch (known) {
    case OutOfReach::Unknown:
        break;
    case OutOfReach::Trains:
        return QCoreApplication::translate(
            "RunTexts", "Training goes on there: the hosts that keep watch on it still train.");
    case OutOfReach::HasEnded:
        return QCoreApplication::translate("RunTexts",
                                           "Training there has ended, as it has on the other hosts.");
    }
    return QCoreApplication::translate("RunTexts", "It is not known whether it still trains.");
}

} // namespace lockstep

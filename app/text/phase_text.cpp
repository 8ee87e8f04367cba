// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/text/phase_text.h"
#include "app/text/moment_text.h"

#include <QCoreApplication>
#include <QLocale>

namespace lockstep {

QString phaseText(RunPhase phase)
{
    switch (phase) {
    case RunPhase::Waiting:
        return QCoreApplication::translate("RunTexts", "Waiting");
    case RunPhase::Connecting:
        return QCoreApplication::translate("RunTexts", "Connecting");
    case RunPhase::Deploying:
        return QCoreApplication::translate("RunTexts", "Deploying");
    case RunPhase::Launching:
        return QCoreApplication::translate("RunTexts", "Launching");
    case RunPhase::Submitted:
        return QCoreApplication::translate("RunTexts", "Submitted");
    case RunPhase::Training:
        return QCoreApplication::translate("RunTexts", "Training");
    case RunPhase::Reconnecting:
        return QCoreApplication::translate("RunTexts", "Out of reach");
    case RunPhase::Stopping:
        return QCoreApplication::translate("RunTexts", "Stopping");
    case RunPhase::Finished:
        return QCoreApplication::translate("RunTexts", "Finished");
    case RunPhase::Stopped:
        return QCoreApplication::translate("RunTexts", "Stopped");
    case RunPhase::EndedWithOthers:
        return QCoreApplication::translate("RunTexts", "Ended with it");
    case RunPhase::NotStarted:
        return QCoreApplication::translate("RunTexts", "Not started");
    case RunPhase::Failed:
        return QCoreApplication::translate("RunTexts", "Failed");
    }
    return {};
}

QString restartText()
{
    return QCoreApplication::translate("RunTexts", "About to restart");
}

QString runPhaseText(RunPhase phase, bool hasTrained)
{
    return phase == RunPhase::Submitted && hasTrained ? restartText() : phaseText(phase);
}

QString unknownText(const QDateTime& since)
{
    const QDateTime here = since.toLocalTime();
    const bool isToday = here.date() == QDate::currentDate();
    return QCoreApplication::translate("RunTexts", "Unknown since %1")
        .arg(isToday ? QLocale().toString(here.time(), QLocale::ShortFormat) : momentText(here));
}

} // namespace lockstep

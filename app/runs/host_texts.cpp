// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/host_texts.h"

#include "app/text/moment_text.h"
#include "remote/run/host_sentences.h"

#include <QCoreApplication>
#include <QDateTime>
#include <algorithm>

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

QString staleText(OutOfReach known, const QString& since)
{
    switch (known) {
    case OutOfReach::Unknown:
        break;
    case OutOfReach::Trains:
        return QCoreApplication::translate("RunTexts", "Stale since %1; still training").arg(since);
    case OutOfReach::HasEnded:
        return QCoreApplication::translate("RunTexts", "Stale since %1; ended with the others").arg(since);
    }
    return QCoreApplication::translate("RunTexts", "Stale since %1; state unknown").arg(since);
}

/// To the second on the day itself, later with the date.
QString heardText(const QDateTime& when)
{
    const bool isToday = when.date() == QDate::currentDate();
    return isToday ? when.time().toString(QStringLiteral("HH:mm:ss")) : momentText(when);
}

QString knownText(OutOfReach known)
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

} // namespace

bool waitsToRestart(const HostStatus& status)
{
    return status.state == RunPhase::Submitted && status.error.has_value();
}

bool isLeftOut(const HostStatus& status)
{
    return status.state == RunPhase::EndedWithOthers && status.error && status.error->text == kBegunWithout;
}

bool isBehind(const HostStatus& status)
{
    return status.state == RunPhase::Training && status.heard.isValid();
}

std::set<int> hostsAway(const QVector<HostStatus>& hosts)
{
    std::set<int> away;
    for (const HostStatus& status : hosts)
        if (status.state == RunPhase::Reconnecting)
            away.insert(status.host);
    return away;
}

RunPhase toldPhase(RunPhase phase, const QVector<HostStatus>& hosts)
{
    const auto isAway = [](const HostStatus& status) { return status.state == RunPhase::Reconnecting; };
    const auto isQuiet = [&](const HostStatus& status) {
        return hasEnded(status.state) || isAway(status) || waitsToRestart(status);
    };
    const bool mayWait = phase == RunPhase::Training || phase == RunPhase::Connecting;
    if (!mayWait || !std::ranges::all_of(hosts, isQuiet))
        return phase;
    if (std::ranges::any_of(hosts, waitsToRestart))
        return RunPhase::Submitted;
    const bool isOutOfReach = phase == RunPhase::Training && std::ranges::any_of(hosts, isAway);
    return isOutOfReach ? RunPhase::Reconnecting : phase;
}

QString hostStateText(const HostStatus& status)
{
    if (waitsToRestart(status))
        return restartText();
    if (isBehind(status))
        return staleText(OutOfReach::Trains, heardText(status.heard));
    if (status.state != RunPhase::Reconnecting)
        return phaseText(status.state);
    return status.heard.isValid() ? staleText(status.outOfReach, heardText(status.heard))
                                  : awayText(status.outOfReach);
}

QString shortHostStateText(const HostStatus& status)
{
    if (status.state != RunPhase::Reconnecting && !isBehind(status))
        return hostStateText(status);
    return status.heard.isValid()
               ? QCoreApplication::translate("RunTexts", "Stale since %1").arg(heardText(status.heard))
               : phaseText(status.state);
}

QString behindText(const HostStatus& status)
{
    return QCoreApplication::translate(
               "RunTexts", "What is shown of it is from %1: the connection to it carries less than the run "
                           "tells. Nothing is lost, the rest is on its way.")
        .arg(heardText(status.heard));
}

QString outOfReachText(const HostStatus& status)
{
    const QString known = knownText(status.outOfReach);
    if (!status.heard.isValid())
        return known;
    return QCoreApplication::translate("RunTexts",
                                       "Nothing has been heard of it since %1, and what is shown of "
                                       "it is from then. %2")
        .arg(heardText(status.heard), known);
}

} // namespace lockstep

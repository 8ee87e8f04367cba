// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/logs/log_goal.h"

#include "app/logs/log_stamp.h"

namespace lockstep {

std::optional<LogGoal> logGoal(const QString& text, QDate day)
{
    const QString wanted = text.simplified();
    bool isNumber = false;
    const qint64 number = wanted.toLongLong(&isNumber);
    if (isNumber)
        return number > 0 ? std::optional<LogGoal>(LogLineNumber{number}) : std::nullopt;
    const qsizetype space = wanted.indexOf(u' ');
    const QString clock = wanted.sliced(space + 1);
    if (space > 0)
        day = QDate::fromString(wanted.first(space), Qt::ISODate);
    QTime time = QTime::fromString(clock, QStringLiteral("H:mm:ss"));
    if (!time.isValid())
        time = QTime::fromString(clock, QStringLiteral("H:mm"));
    if (!day.isValid() || !time.isValid())
        return std::nullopt;
    return LogWallTime{wallMicroseconds(QDateTime(day, time))};
}

} // namespace lockstep

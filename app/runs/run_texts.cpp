// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/run_texts.h"

#include <QCoreApplication>
#include <QLocale>
#include <algorithm>
#include <cmath>

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

QString durationText(qint64 milliseconds)
{
    const qint64 seconds = std::max<qint64>(0, milliseconds) / 1000;
    const QChar zero(u'0');
    if (seconds < 60)
        return QCoreApplication::translate("RunTexts", "%1 s").arg(seconds);
    if (seconds < 3600)
        return QCoreApplication::translate("RunTexts", "%1 min %2 s")
            .arg(seconds / 60)
            .arg(seconds % 60, 2, 10, zero);
    return QCoreApplication::translate("RunTexts", "%1 h %2 min")
        .arg(seconds / 3600)
        .arg(seconds / 60 % 60, 2, 10, zero);
}

QString sizeText(qint64 bytes)
{
    return QLocale().formattedDataSize(bytes, 1, QLocale::DataSizeSIFormat);
}

QString lossText(double loss)
{
    if (!std::isfinite(loss))
        return std::isnan(loss) ? QStringLiteral("NaN") : QStringLiteral("∞");
    return QLocale().toString(loss, std::abs(loss) < 1000 ? 'f' : 'g', 4);
}

QString rateText(double perSecond)
{
    return QLocale().toString(perSecond, 'f', perSecond < 100 ? 1 : 0);
}

QString percentText(double share)
{
    return QCoreApplication::translate("RunTexts", "%1 %").arg(QLocale().toString(share * 100, 'f', 1));
}

QString stepTimeText(double seconds)
{
    const double milliseconds = seconds * 1000;
    if (milliseconds >= 1000)
        return QCoreApplication::translate("RunTexts", "%1 s").arg(QLocale().toString(seconds, 'f', 2));
    return QCoreApplication::translate("RunTexts", "%1 ms")
        .arg(QLocale().toString(milliseconds, 'f', milliseconds < 10 ? 2 : 1));
}

} // namespace lockstep

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/text/number_text.h"

#include "engine/protocol/byte_text.h"

#include <QCoreApplication>
#include <QLocale>
#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr int kMostDecimals = 3;
constexpr double kNoise = 1e-9; ///< of what was computed, in percent

/// Whether so many decimals make a whole of what is none, or nothing of what is something.
bool hidesRest(double percent, int decimals)
{
    const double unit = std::pow(10.0, -decimals);
    const double fromEnd = std::min(std::abs(percent), std::abs(100 - percent));
    return fromEnd > kNoise && fromEnd < unit / 2;
}

QString percentWith(double share, int decimals)
{
    const double percent = share * 100;
    while (decimals < kMostDecimals && hidesRest(percent, decimals))
        ++decimals;
    QString figure = QLocale().toString(percent, 'f', decimals);
    if (hidesRest(percent, decimals)) {
        const double least = std::pow(10.0, -decimals);
        const bool isLittle = percent < 50;
        figure = (isLittle ? QStringLiteral("< ") : QStringLiteral("> ")) +
                 QLocale().toString(isLittle ? least : 100 - least, 'f', decimals);
    }
    return QCoreApplication::translate("RunTexts", "%1 %").arg(figure);
}

} // namespace

QString countText(qint64 count)
{
    return QLocale().toString(count);
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
    return QString::fromStdString(byteText(bytes));
}

QString lossText(double loss)
{
    if (!std::isfinite(loss))
        return std::isnan(loss) ? QStringLiteral("NaN")
               : loss < 0       ? QStringLiteral("-∞")
                                : QStringLiteral("∞");
    // Four decimals would show a loss that is nearly learned away as none, and its fall as standing still.
    if (loss != 0 && std::abs(loss) < 0.001)
        return QLocale().toString(loss, 'g', 2);
    return QLocale().toString(loss, std::abs(loss) < 1000 ? 'f' : 'g', 4);
}

QString rateText(double perSecond)
{
    return QLocale().toString(perSecond, 'f', perSecond < 100 ? 1 : 0);
}

QString percentText(double share)
{
    return percentWith(share, 1);
}

QString accuracyText(double share)
{
    return percentWith(share, 2);
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

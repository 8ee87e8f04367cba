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

QString phaseText(RunPhase phase)
{
    switch (phase) {
    case RunPhase::Waiting:
        return QCoreApplication::translate("RunTexts", "Not started");
    case RunPhase::Connecting:
        return QCoreApplication::translate("RunTexts", "Connecting");
    case RunPhase::Deploying:
        return QCoreApplication::translate("RunTexts", "Deploying");
    case RunPhase::Launching:
        return QCoreApplication::translate("RunTexts", "Launching");
    case RunPhase::Submitted:
        return QCoreApplication::translate("RunTexts", "Submitted");
    case RunPhase::Training:
    case RunPhase::Reconnecting: // of a host; the run trains
        return QCoreApplication::translate("RunTexts", "Training");
    case RunPhase::Stopping:
        return QCoreApplication::translate("RunTexts", "Stopping");
    case RunPhase::Finished:
        return QCoreApplication::translate("RunTexts", "Finished");
    case RunPhase::Stopped:
        return QCoreApplication::translate("RunTexts", "Stopped");
    case RunPhase::Failed:
        return QCoreApplication::translate("RunTexts", "Failed");
    }
    return {};
}

QString phaseText(const RunInfo& info)
{
    // On the disk a run that has not come so far as to train is one that was submitted.
    return phaseText(std::max(shownPhase(info.phase, info.exitCode), RunPhase::Submitted));
}

QString hostStateText(const HostStatus& status)
{
    switch (status.state) {
    case RunPhase::Waiting:
        return QCoreApplication::translate("RunTexts", "Waiting");
    case RunPhase::Deploying:
        return QCoreApplication::translate("RunTexts", "Deploying the engine");
    case RunPhase::Launching:
        return QCoreApplication::translate("RunTexts", "Submitting the run");
    case RunPhase::Submitted:
        return QCoreApplication::translate("RunTexts", "Ready");
    case RunPhase::Reconnecting:
        return awayText(status.outOfReach);
    default:
        return phaseText(status.state);
    }
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

QString rankStateText(RankSummary::State state)
{
    switch (state) {
    case RankSummary::State::Waiting:
        return QCoreApplication::translate("RunTexts", "Waiting");
    case RankSummary::State::Training:
        return QCoreApplication::translate("RunTexts", "Training");
    case RankSummary::State::Finished:
        return QCoreApplication::translate("RunTexts", "Finished");
    case RankSummary::State::Stopped:
        return QCoreApplication::translate("RunTexts", "Stopped");
    case RankSummary::State::Failed:
        return QCoreApplication::translate("RunTexts", "Failed");
    }
    return {};
}

QColor phaseColor(RunPhase phase, const ThemeColors& colors)
{
    switch (phase) {
    case RunPhase::Waiting:
        return colors.mutedText;
    case RunPhase::Training:
    case RunPhase::Finished:
        return colors.good;
    case RunPhase::Failed:
        return colors.bad;
    case RunPhase::Stopping:
        return colors.warning;
    default:
        return colors.accent;
    }
}

QColor hostStateColor(RunPhase state, const ThemeColors& colors)
{
    switch (state) {
    case RunPhase::Waiting:
        return colors.mutedText;
    case RunPhase::Training:
    case RunPhase::Finished:
    case RunPhase::Submitted:
        return colors.good;
    case RunPhase::Reconnecting:
    case RunPhase::Stopping:
        return colors.warning;
    case RunPhase::Failed:
        return colors.bad;
    default:
        return colors.accent;
    }
}

QColor rankStateColor(RankSummary::State state, const ThemeColors& colors)
{
    switch (state) {
    case RankSummary::State::Waiting:
        return colors.mutedText;
    case RankSummary::State::Stopped:
        return colors.warning;
    case RankSummary::State::Failed:
        return colors.bad;
    default:
        return colors.good;
    }
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

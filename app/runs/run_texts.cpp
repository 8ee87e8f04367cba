// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/run_texts.h"

#include <QCoreApplication>
#include <QLocale>
#include <cmath>

namespace lockstep {

QString phaseText(RunController::Phase phase)
{
    switch (phase) {
    case RunController::Phase::Idle:
        return QCoreApplication::translate("RunTexts", "Not started");
    case RunController::Phase::Connecting:
        return QCoreApplication::translate("RunTexts", "Connecting");
    case RunController::Phase::Deploying:
        return QCoreApplication::translate("RunTexts", "Deploying");
    case RunController::Phase::Launching:
        return QCoreApplication::translate("RunTexts", "Launching");
    case RunController::Phase::Training:
        return QCoreApplication::translate("RunTexts", "Training");
    case RunController::Phase::Stopping:
        return QCoreApplication::translate("RunTexts", "Stopping");
    case RunController::Phase::Finished:
        return QCoreApplication::translate("RunTexts", "Finished");
    case RunController::Phase::Failed:
        return QCoreApplication::translate("RunTexts", "Failed");
    }
    return {};
}

QString phaseText(const RunInfo& info)
{
    switch (shownPhase(info.phase, info.exitCode)) {
    case RunPhase::Training:
        return phaseText(RunController::Phase::Training);
    case RunPhase::Stopping:
        return phaseText(RunController::Phase::Stopping);
    case RunPhase::Finished:
        return phaseText(RunController::Phase::Finished);
    case RunPhase::Stopped:
        return QCoreApplication::translate("RunTexts", "Stopped");
    case RunPhase::Failed:
        return phaseText(RunController::Phase::Failed);
    default:
        return QCoreApplication::translate("RunTexts", "Submitted");
    }
}

QString hostStateText(HostStatus::State state)
{
    switch (state) {
    case HostStatus::State::Waiting:
        return QCoreApplication::translate("RunTexts", "Waiting");
    case HostStatus::State::Connecting:
        return QCoreApplication::translate("RunTexts", "Connecting");
    case HostStatus::State::Deploying:
        return QCoreApplication::translate("RunTexts", "Deploying the engine");
    case HostStatus::State::Submitting:
        return QCoreApplication::translate("RunTexts", "Submitting the run");
    case HostStatus::State::Ready:
        return QCoreApplication::translate("RunTexts", "Ready");
    case HostStatus::State::Training:
        return QCoreApplication::translate("RunTexts", "Training");
    case HostStatus::State::Reconnecting:
        return QCoreApplication::translate("RunTexts", "Reconnecting; training goes on there");
    case HostStatus::State::Stopping:
        return QCoreApplication::translate("RunTexts", "Stopping");
    case HostStatus::State::Finished:
        return QCoreApplication::translate("RunTexts", "Finished");
    case HostStatus::State::Failed:
        return QCoreApplication::translate("RunTexts", "Failed");
    }
    return {};
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

QColor phaseColor(RunController::Phase phase, const ThemeColors& colors)
{
    switch (phase) {
    case RunController::Phase::Idle:
        return colors.mutedText;
    case RunController::Phase::Training:
    case RunController::Phase::Finished:
        return colors.good;
    case RunController::Phase::Failed:
        return colors.bad;
    case RunController::Phase::Stopping:
        return colors.warning;
    default:
        return colors.accent;
    }
}

QColor hostStateColor(HostStatus::State state, const ThemeColors& colors)
{
    switch (state) {
    case HostStatus::State::Waiting:
        return colors.mutedText;
    case HostStatus::State::Training:
    case HostStatus::State::Finished:
    case HostStatus::State::Ready:
        return colors.good;
    case HostStatus::State::Reconnecting:
    case HostStatus::State::Stopping:
        return colors.warning;
    case HostStatus::State::Failed:
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

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/runs/run_summary.h"
#include "app/theme/theme.h"
#include "remote/run/run_controller.h"

#include <QColor>
#include <QString>

namespace lockstep {

/// How the states of a run, a host and a rank are called in the language of the program, and their colours.
QString phaseText(RunPhase phase);
QString phaseText(const RunInfo& info);
QString hostStateText(const HostStatus& status);
/// A sentence about a host that this computer cannot reach.
QString outOfReachText(OutOfReach known);
QString rankStateText(RankSummary::State state);
QColor phaseColor(RunPhase phase, const ThemeColors& colors);
QColor hostStateColor(RunPhase state, const ThemeColors& colors);
QColor rankStateColor(RankSummary::State state, const ThemeColors& colors);

/// "1 h 02 min", "3 min 05 s", "12 s".
QString durationText(qint64 milliseconds);
/// "12.3 MB".
QString sizeText(qint64 bytes);
/// Three or four digits that a table can align: "0.3512", "1,234".
QString lossText(double loss);
QString rateText(double perSecond);
/// "97.5 %".
QString percentText(double share);
/// "12.4 ms", "1.25 s": the time of a part of a step.
QString stepTimeText(double seconds);

} // namespace lockstep

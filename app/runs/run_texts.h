// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/text/phase_text.h"
#include "remote/run/run_controller.h"

#include <QString>

namespace lockstep {

/// The phase of a host and, when it cannot be reached, what is known of it.
QString hostStateText(const HostStatus& status);
/// A sentence about a host that this computer cannot reach.
QString outOfReachText(OutOfReach known);

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

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace lockstep {

/// "1,234,567": how many there are, or which one it is of many.
QString countText(qint64 count);
/// "1 h 02 min", "3 min 05 s", "12 s".
QString durationText(qint64 milliseconds);
/// "12.3 MiB": as byteText() has it for all of the program.
QString sizeText(qint64 bytes);
/// Few digits that a table can align: "0.3512", "1,234"; small ones keep two: "0.00023", "9.8e-06".
QString lossText(double loss);
QString rateText(double perSecond);
/// "97.5 %". What is not quite all never reads as 100, and what is there never as 0: it gets more decimals,
/// "99.98 %", and beyond three of them "> 99.999 %" and "< 0.001 %".
QString percentText(double share);
/// The same with two decimals at least, "99.05 %": how often a model was right over a whole data set, by
/// which runs are compared.
QString accuracyText(double share);
/// "12.4 ms", "1.25 s": the time of a part of a step.
QString stepTimeText(double seconds);

} // namespace lockstep

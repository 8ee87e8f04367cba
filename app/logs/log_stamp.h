// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>

/// The time before a line of a log, "2026-11-21 00:00:05.123 ": shown without its day and its thousandths.
namespace lockstep {

/// As a log is shown: "00:00:05 ".
inline constexpr qsizetype kShortStampBytes = 9;

/// How many bytes of the line are its stamp, up to its text; 0: it has none.
qsizetype stampBytes(QByteArrayView line);

/// The line with its stamp as it is shown.
QByteArray withShortStamp(QByteArrayView line);

} // namespace lockstep

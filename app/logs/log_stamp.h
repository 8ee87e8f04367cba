// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QDateTime>
#include <limits>
#include <optional>

/// The time before a line of a log. Ours, "2026-11-21 00:00:05.123 ", is shown without its day and its
/// thousandths; those of other programs are understood and shown as they are.
namespace lockstep {

/// As a log is shown: "00:00:05 ".
inline constexpr qsizetype kShortStampBytes = 9;

/// How many bytes of the line are its stamp in our form, up to its text; 0: it has none.
qsizetype stampBytes(QByteArrayView line);

/// The line with its stamp as it is shown.
QByteArray withShortStamp(QByteArrayView line);

/// When a line was written, as it says itself.
struct LineTime {
    qint64 microseconds = 0; ///< as by a clock on the wall, from the beginning of 1970
    qsizetype bytes = 0;     ///< of the line, from its beginning to behind the time
};

/// Before every time: of lines that have none.
inline constexpr qint64 kNoTime = std::numeric_limits<qint64>::min();

/// The time that a line begins with, behind brackets like "[rank0]:[" if there are any: ours, ISO 8601 with
/// or without zone (which is ignored), Python's logging ("2026-11-21 00:00:05,123"), glog
/// ("I1104 06:25:04.377323"), mmengine ("05/15 03:33:34"). Those without a year lie in 1970.
std::optional<LineTime> timeOf(QByteArrayView line);

/// A time of timeOf() in this computer's zone, for one without a year in the year of `near`; and back.
QDateTime momentOf(qint64 microseconds, const QDateTime& near);
qint64 wallMicroseconds(const QDateTime& moment);

} // namespace lockstep

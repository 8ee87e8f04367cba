// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>

namespace lockstep {

/// A day and the time of it on this computer, to the minute: "28 Nov 2026, 23:53", "2026/11/28 23:53".
/// English names the month, whose number Americans and others write in different places.
QString momentText(const QDateTime& moment);
QString momentText(qint64 millisecondsSinceEpoch);

} // namespace lockstep

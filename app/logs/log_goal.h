// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDate>
#include <QString>
#include <optional>
#include <variant>

namespace lockstep {

/// Where in a log a person wants to go.
struct LogLineNumber {
    qint64 number; ///< from 1
};
struct LogWallTime {
    qint64 microseconds; ///< see LineTime
};
using LogGoal = std::variant<LogLineNumber, LogWallTime>;

/// "1200": a line; "14:05", "14:05:30" or "2026-11-21 14:05:30": a time, of this day where none is named.
/// Nothing for anything else.
std::optional<LogGoal> logGoal(const QString& text, QDate day);

} // namespace lockstep

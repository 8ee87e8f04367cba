// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>
#include <optional>

namespace lockstep {

/// What is known of a line of a log beside its text.
struct LogLine {
    int source = 0;     ///< which of the logs that are shown
    qint64 offset = 0;  ///< of the line in its log
    qint64 number = 0;  ///< in its log, from 1
    qint64 repeats = 1; ///< how many lines it stands for
};

/// The bytes that a log view shows: a file, or lines chosen from several as if they were one file that grows.
/// Workers of theirs look through the whole of the logs; what they have not come to yet is not known. GUI
/// thread.
class LogBytes {
public:
    LogBytes() = default;
    LogBytes(const LogBytes&) = delete;
    LogBytes& operator=(const LogBytes&) = delete;
    virtual ~LogBytes() = default;

    /// Looks at the logs again; true when there is something else to show.
    virtual bool refresh() = 0;
    virtual qint64 size() const = 0;
    /// As many bytes as there are; how many they were.
    virtual qint64 read(qint64 offset, char* to, qint64 count) = 0;
    /// How much is best read at once.
    virtual qint64 blockBytes() const = 0;

    /// The line that begins at this byte.
    virtual std::optional<LogLine> lineAt(qint64 begin) = 0;
    /// Where the line of a log is shown that holds this byte of it, or the line shown next after it.
    virtual std::optional<qint64> offsetOf(int source, qint64 offset) = 0;
    /// Where the first line of this time or a later one begins; `wall` as LineTime::microseconds.
    virtual std::optional<qint64> offsetOfTime(qint64 wall) = 0;
    /// The time of the line that begins here, or of the one before it that has a time.
    virtual std::optional<qint64> timeAt(qint64 begin) = 0;
    /// Where a line of a log begins by its number; nothing where several logs are shown.
    virtual std::optional<qint64> offsetOfLine(qint64 number) = 0;
    /// How much of the logs has been looked through: 0 ... 1.
    virtual double known() const = 0;
};

} // namespace lockstep

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/logs/line_reader.h"
#include "app/logs/log_level.h"
#include "app/logs/log_stamp.h"

#include <QString>
#include <QVector>
#include <optional>
#include <queue>
#include <vector>

namespace lockstep {

/// A log that a view shows alone or among others.
struct LogSource {
    QString path;
    int rank = -1; ///< -1: a host's

    bool operator==(const LogSource&) const = default;
};

/// Which lines of the logs are shown.
struct LogFilter {
    LogLevel least = LogLevel::Debug; ///< lines below are left out; those without a level are Info
    bool foldsRepeats = false;        ///< lines that differ in their time alone are shown once

    bool takesAll() const { return least == LogLevel::Debug && !foldsRepeats; }
    bool operator==(const LogFilter&) const = default;
};

/// Where a walk stands: between two lines.
struct LogPlaces {
    struct Next {
        qint64 offset = 0; ///< of the next line of a log
        qint64 line = 1;   ///< its number, from 1
    };
    std::vector<Next> next;          ///< by log
    int current = -1;                ///< the log whose lines without a time go on; -1: none
    LogLevel level = LogLevel::Info; ///< of the line before
    qint64 time = kNoTime;           ///< of the line with a time that came last
};

/// Walks through the lines of logs in the order of their times. Each log stays in its own order; lines
/// without a time stay with the one before them. Times are compared as written: clocks of hosts are not
/// corrected. Two walks from the same places give the same lines. A value for one thread.
class LogWalk {
public:
    enum class Fate { Shown, Repeat, Hidden };
    struct Line {
        int source = 0;
        qint64 begin = 0;
        qint64 end = 0;
        qint64 number = 0; ///< in its log, from 1
        qint64 time = 0;   ///< see LogPlaces::time
        Fate fate = Fate::Shown;
        bool ends = false; ///< with a newline
    };

    LogWalk(const QVector<LogSource>& sources, const LogFilter& filter, LogPlaces from,
            const std::vector<qint64>& limits);

    /// Where it stands now. A walk from here takes nothing for a repeat of what came before.
    const LogPlaces& places() const { return m_places; }
    /// The next line. Lines that have not ended yet come after all others. Nothing at the end of the logs.
    std::optional<Line> next();

private:
    struct Head {
        explicit Head(const QString& path) : reader(path) {}

        LineReader reader;
        std::optional<LineReader::Line> line;
        qint64 time = 0;               ///< of the line, or of the one before it
        std::optional<LineTime> stamp; ///< of the line
    };
    struct Turn {
        bool isOpen; ///< the line has no end yet
        qint64 time;
        int source;
        auto operator<=>(const Turn&) const = default;
    };

    void advance(int source);
    int takeTurn();
    Fate fateOf(const Head& head);
    bool isRepeat(const Head& head);

    LogFilter m_filter;
    LogPlaces m_places;
    std::vector<Head> m_heads;
    std::priority_queue<Turn, std::vector<Turn>, std::greater<>> m_turns;
    QByteArray m_shown; ///< the text of the line shown last, without its time; null: none
};

} // namespace lockstep

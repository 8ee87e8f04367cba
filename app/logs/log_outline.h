// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/logs/log_walk.h"
#include "engine/protocol/mutex.h"

#include <atomic>
#include <optional>
#include <vector>

namespace lockstep {

/// The lines that a filter takes from logs, one behind the other, as a text that nobody has written down: of
/// every stretch of it only the places are known from which a walk gives it again. A stretch is what comes
/// from about 64 KB of each log and begins with a line that is shown, so that memory is a few bytes for each
/// 64 KB. One worker extends it while others ask.
class LogOutline {
public:
    LogOutline(QVector<LogSource> sources, LogFilter filter);

    const QVector<LogSource>& sources() const { return m_sources; }
    const LogFilter& filter() const { return m_filter; }

    /// Takes in what lies before these sizes of the logs, on the calling thread. Logs grow; what is known of
    /// them stays as it is. A log's lines that come later than those of others with later times stand behind
    /// these.
    void extend(const std::vector<qint64>& sizes);
    /// Ends extend() soon, and every later one at once.
    void cancel() { m_cancelled = true; }

    /// Of the text, in bytes: its lines, each with a newline.
    qint64 size() const;
    /// Bytes of the logs that were looked through.
    qint64 known() const { return m_known; }

    struct Stretch {
        qint64 begin = 0; ///< in the text
        qint64 end = 0;
        qint64 lastRepeats = 1;     ///< how many lines its last line stands for
        bool isOpen = false;        ///< it may change still
        LogPlaces from;             ///< where its first line is the next
        std::vector<qint64> limits; ///< of the logs, for the walk
    };
    /// The stretch that holds this byte of the text, the last one behind it; nothing while there is no text.
    std::optional<Stretch> stretchAt(qint64 offset) const;
    /// The stretch in whose walk this byte of a log is met.
    std::optional<Stretch> stretchOf(int source, qint64 offset) const;
    /// The last stretch that begins before this time.
    std::optional<Stretch> stretchBefore(qint64 time) const;

private:
    struct Mark {
        qint64 begin;
        qint64 repeats; ///< of the last line before the next mark
        LogPlaces from;
    };
    struct Tail;
    void publish(Tail& tail, const std::vector<qint64>& sizes);
    std::optional<Stretch> lastStretch() const;
    std::optional<Stretch> stretchLocked(std::size_t number) const LOCKSTEP_REQUIRES(m_mutex);

    const QVector<LogSource> m_sources;
    const LogFilter m_filter;
    std::atomic<bool> m_cancelled = false;
    std::atomic<qint64> m_known = 0;

    mutable Mutex m_mutex;
    std::vector<Mark> m_marks LOCKSTEP_GUARDED_BY(m_mutex);
    qint64 m_size LOCKSTEP_GUARDED_BY(m_mutex) = 0;
    std::vector<qint64> m_limits LOCKSTEP_GUARDED_BY(m_mutex);
};

} // namespace lockstep

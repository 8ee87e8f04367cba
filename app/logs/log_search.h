// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/logs/log_matcher.h"
#include "app/logs/log_walk.h"

#include <QObject>
#include <QTimer>
#include <memory>
#include <vector>

namespace lockstep {

/// A line that a query fits.
struct LogMatch {
    int source = 0;
    qint64 offset = 0; ///< of the match in its log
    qint64 time = 0;   ///< of the line, or of one before it nearby; kNoTime: of none
};

/// Looks through logs of any size for all lines that a query fits, on workers, a log each. GUI thread.
class LogSearch : public QObject {
    Q_OBJECT
public:
    /// So many matches are kept; those beyond are counted.
    static constexpr qint64 kMostMatches = 200'000;

    explicit LogSearch(QObject* parent = nullptr);
    ~LogSearch() override;

    /// Begins anew; ends a search that is under way. Lines of a lower level than `least` are passed over. A
    /// query that is not valid fits nothing.
    void start(const QVector<LogSource>& sources, const LogQuery& query, LogLevel least = LogLevel::Debug);
    /// What has been found stays.
    void cancel();
    /// And is forgotten.
    void clear();
    bool isRunning() const { return m_timer.isActive(); }

    /// In the order of their times where there are several logs, of their places else.
    const std::vector<LogMatch>& matches() const { return m_matches; }
    qint64 count() const { return m_count; }
    /// In one of the logs.
    qint64 countIn(int source) const;
    double progress() const; ///< 0 ... 1

signals:
    /// More is found, or looked through; at most every 100 ms.
    void extended();
    void finished();

private:
    struct Work;
    void collect();

    std::shared_ptr<Work> m_work;
    QTimer m_timer;
    std::vector<LogMatch> m_matches;
    qint64 m_count = 0;
};

} // namespace lockstep

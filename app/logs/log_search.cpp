// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/logs/log_search.h"

#include "app/logs/log_pool.h"
#include "app/logs/log_stamp.h"
#include "engine/protocol/mutex.h"

#include <QFile>
#include <QFileInfo>
#include <algorithm>
#include <atomic>
#include <numeric>

namespace lockstep {

namespace {

constexpr qint64 kBlock = 1 << 20;
constexpr int kTickMs = 100;

/// The line that holds this byte.
QByteArrayView lineAround(QByteArrayView lines, qsizetype at)
{
    const qsizetype begin = at > 0 ? lines.lastIndexOf('\n', at - 1) + 1 : 0;
    const qsizetype newline = lines.indexOf('\n', at);
    return lines.sliced(begin, (newline < 0 ? lines.size() : newline) - begin);
}

/// The line before one of `lines`; empty at their beginning.
QByteArrayView lineBefore(QByteArrayView lines, QByteArrayView line)
{
    const qsizetype begin = line.data() - lines.data();
    return begin < 2 ? QByteArrayView() : lineAround(lines, begin - 2);
}

/// Of the line or of the nearest before it that has one; looks at few of them.
qint64 timeNear(QByteArrayView lines, QByteArrayView line)
{
    constexpr int kMostLines = 64;
    for (int i = 0; i < kMostLines && !line.isEmpty(); ++i, line = lineBefore(lines, line)) {
        if (const std::optional<LineTime> time = timeOf(line))
            return time->microseconds;
    }
    return kNoTime;
}

LogLevel levelNear(QByteArrayView lines, QByteArrayView line)
{
    constexpr int kMostLines = 64;
    for (int i = 0; i < kMostLines && !line.isEmpty(); ++i, line = lineBefore(lines, line)) {
        if (const std::optional<LogLevel> level = levelOf(line))
            return *level;
        if (!continuesLine(line))
            break;
    }
    return LogLevel::Info;
}

} // namespace

/// What the workers of one search share; it lives as long as one of them.
struct LogSearch::Work {
    Work(const QVector<LogSource>& logs, const LogQuery& what, LogLevel level)
        : sources(logs), query(what), least(level), found(static_cast<std::size_t>(logs.size())),
          counts(static_cast<std::size_t>(logs.size()), 0),
          lastFound(static_cast<std::size_t>(logs.size()), -1), left(static_cast<int>(logs.size()))
    {
    }

    const QVector<LogSource> sources;
    const LogQuery query;
    const LogLevel least;
    std::atomic<bool> cancelled = false;
    std::atomic<qint64> done = 0;
    std::atomic<qint64> total = 0;
    std::atomic<qint64> kept = 0;

    Mutex mutex;
    std::vector<std::vector<LogMatch>> found LOCKSTEP_GUARDED_BY(mutex); ///< by log
    std::vector<qint64> counts LOCKSTEP_GUARDED_BY(mutex);               ///< likewise
    std::vector<qint64> lastFound; ///< likewise; each of its log's worker alone
    std::atomic<int> left;         ///< logs that are not looked through yet

    void searchLog(int source);
    void searchLines(const LogMatcher& matcher, int source, QByteArrayView lines, qint64 begin);
};

void LogSearch::Work::searchLog(int source)
{
    const LogMatcher matcher(query);
    QFile file(sources[source].path);
    QByteArray block;
    qint64 begin = 0; // of the block
    bool isOpen = matcher.isValid() && file.open(QIODevice::ReadOnly | QIODevice::Unbuffered);
    while (isOpen && !cancelled) {
        const qsizetype held = block.size();
        block.resize(held + kBlock);
        const qint64 got = file.read(block.data() + held, kBlock);
        block.truncate(held + std::max<qint64>(0, got));
        isOpen = got > 0;
        done += std::max<qint64>(0, got);
        // Whole lines; a longer one in pieces.
        const qsizetype newline = block.lastIndexOf('\n');
        if (isOpen && newline < 0 && block.size() < kBlock)
            continue;
        const bool isPiece = isOpen && newline < 0;
        const qsizetype whole = isOpen && newline >= 0 ? newline + 1 : block.size();
        searchLines(matcher, source, QByteArrayView(block).first(whole), begin);
        // A match may begin in one piece and end in the next.
        const qsizetype next = isPiece ? whole - LogMatcher::kMostQuery : whole;
        block.remove(0, next);
        begin += next;
    }
    --left;
}

void LogSearch::Work::searchLines(const LogMatcher& matcher, int source, QByteArrayView lines, qint64 begin)
{
    std::vector<LogMatch> matches;
    qint64 count = 0;
    qint64& last = lastFound[static_cast<std::size_t>(source)];
    matcher.match(lines, [&](qsizetype at) {
        if (begin + at <= last)
            return; // in the piece before as well
        last = begin + at;
        const QByteArrayView line = lineAround(lines, at);
        if (least > LogLevel::Debug && levelNear(lines, line) < least)
            return;
        ++count;
        if (kept.fetch_add(1) < kMostMatches)
            matches.push_back({source, begin + at, timeNear(lines, line)});
    });
    const MutexLock lock(mutex);
    auto& all = found[static_cast<std::size_t>(source)];
    all.insert(all.end(), matches.begin(), matches.end());
    counts[static_cast<std::size_t>(source)] += count;
}

LogSearch::LogSearch(QObject* parent) : QObject(parent)
{
    m_timer.setInterval(kTickMs);
    connect(&m_timer, &QTimer::timeout, this, &LogSearch::collect);
}

LogSearch::~LogSearch()
{
    cancel();
}

void LogSearch::start(const QVector<LogSource>& sources, const LogQuery& query, LogLevel least)
{
    clear();
    m_work = std::make_shared<Work>(sources, query, least);
    for (const LogSource& source : sources)
        m_work->total += QFileInfo(source.path).size();
    for (int source = 0; source < sources.size(); ++source)
        logPool().start([work = m_work, source] { work->searchLog(source); });
    // Soon the first time: most logs are small.
    QTimer::singleShot(0, this, &LogSearch::collect);
    m_timer.start();
}

void LogSearch::cancel()
{
    m_timer.stop();
    if (m_work)
        m_work->cancelled = true;
}

void LogSearch::clear()
{
    cancel();
    m_work.reset();
    m_matches.clear();
    m_count = 0;
}

qint64 LogSearch::countIn(int source) const
{
    if (!m_work)
        return 0;
    const MutexLock lock(m_work->mutex);
    return m_work->counts[static_cast<std::size_t>(source)];
}

double LogSearch::progress() const
{
    const qint64 total = m_work ? m_work->total.load() : 0;
    return total == 0 ? 1 : std::min(1.0, static_cast<double>(m_work->done) / static_cast<double>(total));
}

void LogSearch::collect()
{
    if (!m_timer.isActive())
        return;
    const bool isDone = m_work->left == 0;
    {
        const MutexLock lock(m_work->mutex);
        m_count = std::accumulate(m_work->counts.begin(), m_work->counts.end(), qint64{0});
        std::size_t there = 0;
        for (const auto& found : m_work->found)
            there += found.size();
        if (there != m_matches.size()) {
            m_matches.clear();
            for (const auto& found : m_work->found)
                m_matches.insert(m_matches.end(), found.begin(), found.end());
        }
    }
    if (m_work->sources.size() > 1)
        std::ranges::stable_sort(m_matches, {}, &LogMatch::time);
    if (isDone)
        m_timer.stop();
    emit extended();
    if (isDone)
        emit finished();
}

} // namespace lockstep

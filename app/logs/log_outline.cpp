// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/logs/log_outline.h"

#include <algorithm>

namespace lockstep {

namespace {

constexpr qint64 kStretchBytes = 64 << 10;
/// Lines between two looks at whether to go on, and at what others may see.
constexpr int kBatchLines = 1024;

} // namespace

/// What a worker has found and not shown yet.
struct LogOutline::Tail {
    std::vector<Mark> marks; ///< the first of them replaces the last that is shown, when `reopens`
    bool reopens = false;
    qint64 size = 0;
};

LogOutline::LogOutline(QVector<LogSource> sources, LogFilter filter)
    : m_sources(std::move(sources)), m_filter(filter), m_limits(static_cast<std::size_t>(m_sources.size()), 0)
{
}

void LogOutline::extend(const std::vector<qint64>& sizes)
{
    // From the last mark on: the lines behind it were perhaps not all there.
    const std::optional<Stretch> last = lastStretch();
    LogWalk walk(m_sources, m_filter, last ? last->from : LogPlaces(), sizes);
    Tail tail{{}, last.has_value(), last ? last->begin : 0};
    if (last)
        tail.marks.push_back({last->begin, 1, last->from});
    const qint64 stretchBytes = kStretchBytes * std::max<qint64>(1, m_sources.size());
    qint64 walked = last ? 0 : stretchBytes; // since the last mark; the first line is one
    qint64 known = 0;
    for (const LogPlaces::Next& next : walk.places().next)
        known += next.offset;
    for (int lines = 1; !m_cancelled; ++lines) {
        std::optional<LogPlaces> before;
        if (walked >= stretchBytes)
            before = walk.places();
        const std::optional<LogWalk::Line> line = walk.next();
        if (!line)
            break;
        walked += line->end - line->begin;
        known += line->end - line->begin;
        if (line->fate == LogWalk::Fate::Repeat && !tail.marks.empty())
            ++tail.marks.back().repeats;
        if (line->fate == LogWalk::Fate::Shown) {
            // Where a line has not ended yet, none may begin for good.
            if (before && (line->ends || tail.marks.empty())) {
                tail.marks.push_back({tail.size, 1, std::move(*before)});
                walked = line->end - line->begin;
            }
            tail.marks.back().repeats = 1;
            tail.size += line->end - line->begin + (line->ends ? 0 : 1);
        }
        if (lines % kBatchLines == 0 && tail.size >= size()) {
            publish(tail, sizes);
            m_known = known;
        }
    }
    if (!m_cancelled) {
        publish(tail, sizes);
        m_known = known;
    }
}

void LogOutline::publish(Tail& tail, const std::vector<qint64>& sizes)
{
    if (tail.marks.empty())
        return;
    const Mark open = tail.marks.back();
    const MutexLock lock(m_mutex);
    if (tail.reopens)
        m_marks.pop_back();
    m_marks.insert(m_marks.end(), std::make_move_iterator(tail.marks.begin()),
                   std::make_move_iterator(tail.marks.end()));
    m_size = tail.size;
    m_limits = sizes;
    tail.marks.assign(1, open);
    tail.reopens = true;
}

qint64 LogOutline::size() const
{
    const MutexLock lock(m_mutex);
    return m_size;
}

std::optional<LogOutline::Stretch> LogOutline::stretchLocked(std::size_t number) const
{
    if (number >= m_marks.size())
        return std::nullopt;
    const Mark& mark = m_marks[number];
    const bool isOpen = number + 1 == m_marks.size();
    Stretch stretch{mark.begin, m_size, mark.repeats, isOpen, mark.from, m_limits};
    if (!isOpen) {
        // What came to the logs later is not in it, whatever its time.
        const Mark& next = m_marks[number + 1];
        stretch.end = next.begin;
        std::ranges::transform(next.from.next, stretch.limits.begin(), &LogPlaces::Next::offset);
    }
    return stretch;
}

std::optional<LogOutline::Stretch> LogOutline::lastStretch() const
{
    const MutexLock lock(m_mutex);
    return m_marks.empty() ? std::nullopt : stretchLocked(m_marks.size() - 1);
}

std::optional<LogOutline::Stretch> LogOutline::stretchAt(qint64 offset) const
{
    const MutexLock lock(m_mutex);
    const auto after = std::ranges::upper_bound(m_marks, offset, {}, &Mark::begin);
    return stretchLocked(static_cast<std::size_t>(std::max<std::ptrdiff_t>(1, after - m_marks.begin()) - 1));
}

std::optional<LogOutline::Stretch> LogOutline::stretchOf(int source, qint64 offset) const
{
    const MutexLock lock(m_mutex);
    const auto after = std::ranges::upper_bound(m_marks, offset, {}, [source](const Mark& mark) {
        return mark.from.next[static_cast<std::size_t>(source)].offset;
    });
    return stretchLocked(static_cast<std::size_t>(std::max<std::ptrdiff_t>(1, after - m_marks.begin()) - 1));
}

std::optional<LogOutline::Stretch> LogOutline::stretchBefore(qint64 time) const
{
    const MutexLock lock(m_mutex);
    const auto after =
        std::ranges::lower_bound(m_marks, time, {}, [](const Mark& mark) { return mark.from.time; });
    return stretchLocked(static_cast<std::size_t>(std::max<std::ptrdiff_t>(1, after - m_marks.begin()) - 1));
}

} // namespace lockstep

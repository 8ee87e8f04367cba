// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/logs/log_walk.h"

#include <algorithm>

namespace lockstep {

namespace {

/// Many logs share the memory of few.
constexpr qint64 kBlocksBytes = 8 << 20;
constexpr qint64 kMostBlockBytes = 128 << 10;
constexpr qint64 kLeastBlockBytes = 8 << 10;

} // namespace

LogWalk::LogWalk(const QVector<LogSource>& sources, const LogFilter& filter, LogPlaces from,
                 const std::vector<qint64>& limits)
    : m_filter(filter), m_places(std::move(from))
{
    const auto count = static_cast<std::size_t>(sources.size());
    m_places.next.resize(count);
    m_heads.reserve(count);
    const qint64 block = std::clamp<qint64>(kBlocksBytes / std::max<qint64>(1, sources.size()),
                                            kLeastBlockBytes, kMostBlockBytes);
    for (std::size_t source = 0; source < count; ++source) {
        Head& head = m_heads.emplace_back(sources[static_cast<qsizetype>(source)].path);
        head.reader.setBlockBytes(block);
        head.reader.setLimit(limits[source]);
        head.reader.moveTo(m_places.next[source].offset);
        head.time = kNoTime;
        advance(static_cast<int>(source));
    }
}

/// Reads the next line of a log; it takes its turn among the others unless its log's turn goes on.
void LogWalk::advance(int source)
{
    Head& head = m_heads[static_cast<std::size_t>(source)];
    head.line = head.reader.next();
    if (!head.line)
        return;
    head.stamp = timeOf(head.line->head);
    if (head.stamp)
        head.time = head.stamp->microseconds;
    const bool goesOn = source == m_places.current && !head.stamp && head.line->ends;
    if (!goesOn)
        m_turns.push({!head.line->ends, head.time, source});
}

int LogWalk::takeTurn()
{
    if (const int current = m_places.current; current >= 0) {
        const Head& head = m_heads[static_cast<std::size_t>(current)];
        if (head.line && !head.stamp && head.line->ends)
            return current;
    }
    if (m_turns.empty())
        return -1;
    const int source = m_turns.top().source;
    m_turns.pop();
    return source;
}

std::optional<LogWalk::Line> LogWalk::next()
{
    const int source = takeTurn();
    if (source < 0)
        return std::nullopt;
    Head& head = m_heads[static_cast<std::size_t>(source)];
    LogPlaces::Next& next = m_places.next[static_cast<std::size_t>(source)];
    if (source != m_places.current)
        m_places.level = LogLevel::Info; // of another log
    m_places.current = source;
    m_places.time = std::max(m_places.time, head.time);
    const Line line{.source = source,
                    .begin = head.line->begin,
                    .end = head.line->end,
                    .number = next.line,
                    .time = m_places.time,
                    .fate = fateOf(head),
                    .ends = head.line->ends};
    next = {line.end, line.number + 1};
    advance(source);
    return line;
}

LogWalk::Fate LogWalk::fateOf(const Head& head)
{
    if (m_filter.least != LogLevel::Debug) {
        if (const std::optional<LogLevel> level = levelOf(head.line->head, head.stamp))
            m_places.level = *level;
        else if (!continuesLine(head.line->head))
            m_places.level = LogLevel::Info;
        if (m_places.level < m_filter.least)
            return Fate::Hidden;
    }
    return m_filter.foldsRepeats && isRepeat(head) ? Fate::Repeat : Fate::Shown;
}

bool LogWalk::isRepeat(const Head& head)
{
    const LineReader::Line& line = *head.line;
    const QByteArrayView text = line.head.sliced(head.stamp ? head.stamp->bytes : 0);
    if (line.isWhole && !m_shown.isNull() && text == QByteArrayView(m_shown))
        return true;
    // What is longer than its head is never folded: it may differ behind.
    m_shown = line.isWhole ? QByteArray(text.data(), text.size()) : QByteArray();
    return false;
}

} // namespace lockstep

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/logs/line_index.h"

#include "app/logs/line_reader.h"
#include "app/logs/log_pool.h"
#include "app/logs/log_stamp.h"
#include "engine/protocol/mutex.h"

#include <QFile>
#include <algorithm>
#include <atomic>
#include <vector>

namespace lockstep {

namespace {

constexpr qint64 kMarkBytes = 64 << 10;
constexpr qint64 kReadBytes = 1 << 20;
/// Lines without a time that are passed over for one that has it.
constexpr int kTimeLines = 16;

struct Mark {
    qint64 offset; ///< the first line that begins in these 64 KB
    qint64 line;   ///< its number, from 1
    qint64 time;   ///< the latest so far, of a line near it
};

} // namespace

struct LineIndex::Marks {
    std::atomic<bool> cancelled = false;
    std::atomic<bool> working = false;
    std::atomic<qint64> wanted = 0; ///< how far the file reaches
    std::atomic<qint64> known = 0;

    // Of the worker alone.
    QString path;
    qint64 line = 1;
    bool atLineStart = true;
    qint64 time = kNoTime;

    Mutex mutex;
    std::vector<Mark> marks LOCKSTEP_GUARDED_BY(mutex);

    void work();
    void take(QByteArrayView block, qint64 begin);
    std::optional<Mark> before(qint64 Mark::*member, qint64 value);
};

void LineIndex::Marks::work()
{
    QFile file(path);
    QByteArray block(kReadBytes, Qt::Uninitialized);
    if (file.open(QIODevice::ReadOnly | QIODevice::Unbuffered) && file.seek(known)) {
        while (!cancelled && known < wanted) {
            // Whole stretches between marks, until the end.
            const qint64 most = std::min<qint64>(wanted - known, kReadBytes - known % kMarkBytes);
            const qint64 got = file.read(block.data(), most);
            if (got <= 0)
                break;
            for (qint64 at = 0; at < got;) {
                const qint64 begin = known + at;
                const qint64 count = std::min(got - at, kMarkBytes - begin % kMarkBytes);
                take(QByteArrayView(block).sliced(at, count), begin);
                at += count;
            }
            known += got;
        }
    }
    working = false;
}

/// Counts the lines of a piece that lies between two multiples of kMarkBytes.
void LineIndex::Marks::take(QByteArrayView block, qint64 begin)
{
    const qsizetype newline = atLineStart ? -1 : block.indexOf('\n');
    const bool hasStart = atLineStart || (newline >= 0 && newline + 1 < block.size());
    if (hasStart) {
        QByteArrayView rest = block.sliced(newline + 1);
        const Mark mark{begin + newline + 1, line + (atLineStart ? 0 : 1), 0};
        std::optional<LineTime> found;
        for (int i = 0; i < kTimeLines && !found && !rest.isEmpty(); ++i) {
            found = timeOf(rest);
            const qsizetype end = rest.indexOf('\n');
            rest = end < 0 ? QByteArrayView() : rest.sliced(end + 1);
        }
        if (found)
            time = std::max(time, found->microseconds);
        const MutexLock lock(mutex);
        // The end of a file that grows is taken in pieces.
        if (marks.empty() || marks.back().offset / kMarkBytes < begin / kMarkBytes)
            marks.push_back({mark.offset, mark.line, time});
    }
    line += std::count(block.begin(), block.end(), '\n');
    atLineStart = block.endsWith('\n');
}

/// The last mark that is not behind this value of a member.
std::optional<Mark> LineIndex::Marks::before(qint64 Mark::*member, qint64 value)
{
    const MutexLock lock(mutex);
    const auto after = std::ranges::upper_bound(marks, value, {}, member);
    if (after == marks.begin())
        return marks.empty() ? std::nullopt : std::optional(marks.front());
    return *std::prev(after);
}

LineIndex::LineIndex(const QString& path) : m_path(path) {}

LineIndex::~LineIndex()
{
    if (m_marks)
        m_marks->cancelled = true;
}

void LineIndex::setSize(qint64 size)
{
    if (!m_marks || size < m_size) {
        if (m_marks)
            m_marks->cancelled = true;
        m_marks = std::make_shared<Marks>();
        m_marks->path = m_path;
    }
    m_size = size;
    m_marks->wanted = size;
    if (m_marks->known < size && !m_marks->working.exchange(true))
        logPool().start([marks = m_marks] { marks->work(); });
}

qint64 LineIndex::known() const
{
    return m_marks ? m_marks->known.load() : 0;
}

std::optional<qint64> LineIndex::lineAt(qint64 begin)
{
    if (begin >= known())
        return std::nullopt;
    const std::optional<Mark> mark = m_marks->before(&Mark::offset, begin);
    if (!mark || mark->offset > begin)
        return std::nullopt;
    QByteArray between(std::min(begin - mark->offset, 2 * kMarkBytes), Qt::Uninitialized);
    between.truncate(readAt(m_path, mark->offset, between.data(), between.size()));
    return mark->line + std::count(between.begin(), between.end(), '\n');
}

std::optional<qint64> LineIndex::offsetOfLine(qint64 number)
{
    const std::optional<Mark> mark = m_marks ? m_marks->before(&Mark::line, number) : std::nullopt;
    if (!mark)
        return std::nullopt;
    LineReader reader(m_path);
    reader.setLimit(known());
    reader.moveTo(mark->offset);
    qint64 begin = mark->offset;
    for (qint64 line = mark->line; line <= number; ++line) {
        const std::optional<LineReader::Line> next = reader.next();
        if (!next)
            break;
        begin = next->begin;
    }
    return begin;
}

std::optional<qint64> LineIndex::offsetOfTime(qint64 wall)
{
    // A mark holds the time of a line that may lie behind it.
    const std::optional<Mark> mark = m_marks ? m_marks->before(&Mark::time, wall - 1) : std::nullopt;
    if (!mark)
        return std::nullopt;
    LineReader reader(m_path);
    reader.setLimit(std::min(known(), mark->offset + 4 * kMarkBytes));
    reader.moveTo(mark->offset);
    std::optional<qint64> begin;
    if (mark->time != kNoTime)
        begin = mark->offset;
    while (const std::optional<LineReader::Line> next = reader.next()) {
        const std::optional<LineTime> time = timeOf(next->head);
        if (time || begin)
            begin = next->begin;
        if (time && time->microseconds >= wall)
            break;
    }
    return begin;
}

} // namespace lockstep

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/logs/file_bytes.h"

#include "app/logs/log_stamp.h"

#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

/// How far before a line its time is looked for.
constexpr qint64 kTimeBack = 64 << 10;
constexpr qint64 kNearby = 16 << 10;

} // namespace

FileBytes::FileBytes(const QString& path) : m_file(path), m_index(path) {}

bool FileBytes::refresh()
{
    if (!m_file.isOpen() && !m_file.open(QIODevice::ReadOnly | QIODevice::Unbuffered))
        return false;
    const qint64 size = m_file.size();
    m_index.setSize(size); // again and again: its worker may have stopped just before
    if (size < m_size)
        m_lastLine = {};
    const bool isLonger = std::exchange(m_size, size) != size;
    const qint64 known = m_index.known();
    const bool hasNumbers = std::exchange(m_known, known) != known;
    return isLonger || hasNumbers;
}

qint64 FileBytes::read(qint64 offset, char* to, qint64 count)
{
    if (!m_file.seek(offset))
        return 0;
    qint64 filled = 0;
    for (qint64 got = 0; filled < count; filled += got) {
        got = m_file.read(to + filled, count - filled);
        if (got <= 0)
            break;
    }
    return filled;
}

std::optional<LogLine> FileBytes::lineAt(qint64 begin)
{
    // Lines are asked for one after the other: from each to the next is a short way.
    const qint64 way = begin - m_lastLine.offset;
    LogLine line{.offset = begin};
    if (m_lastLine.number > 0 && way >= 0 && way <= kNearby) {
        QByteArray between(way, Qt::Uninitialized);
        between.truncate(read(m_lastLine.offset, between.data(), way));
        line.number = m_lastLine.number + between.count('\n');
    } else {
        line.number = m_index.lineAt(begin).value_or(0);
    }
    m_lastLine = line;
    return line;
}

std::optional<qint64> FileBytes::offsetOf(int, qint64 offset)
{
    return offset < m_size ? std::optional(offset) : std::nullopt;
}

std::optional<qint64> FileBytes::timeAt(qint64 begin)
{
    const qint64 from = std::max<qint64>(0, begin - kTimeBack);
    QByteArray bytes(begin - from + 64, Qt::Uninitialized);
    bytes.truncate(read(from, bytes.data(), bytes.size()));
    // The line itself first, then back.
    for (qsizetype at = begin - from; at >= 0 && at < bytes.size();) {
        if (const std::optional<LineTime> time = timeOf(QByteArrayView(bytes).sliced(at)))
            return time->microseconds;
        if (at < 2)
            break;
        at = bytes.lastIndexOf('\n', at - 2) + 1;
    }
    return std::nullopt;
}

double FileBytes::known() const
{
    return m_size == 0 ? 1 : static_cast<double>(m_index.known()) / static_cast<double>(m_size);
}

} // namespace lockstep

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/logs/line_reader.h"

#include <QFile>
#include <algorithm>

namespace lockstep {

qint64 readAt(const QString& path, qint64 offset, char* to, qint64 count)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly | QIODevice::Unbuffered) || !file.seek(offset))
        return 0;
    qint64 filled = 0;
    for (qint64 got = 0; filled < count; filled += got) {
        got = file.read(to + filled, count - filled);
        if (got <= 0)
            break;
    }
    return filled;
}

QByteArrayView LineReader::available(qint64 offset) const
{
    const qint64 end = std::min(m_blockBegin + m_block.size(), m_limit);
    if (offset < m_blockBegin || offset >= end)
        return {};
    return QByteArrayView(m_block).sliced(offset - m_blockBegin, end - offset);
}

/// Reads a block from here on; what of it there is.
QByteArrayView LineReader::fill(qint64 offset)
{
    const qint64 wanted = std::clamp<qint64>(m_limit - offset, 0, m_blockBytes);
    m_blockBegin = offset;
    m_block.resize(wanted);
    m_block.truncate(readAt(m_path, offset, m_block.data(), wanted));
    return m_block;
}

std::optional<LineReader::Line> LineReader::next()
{
    QByteArrayView bytes = available(m_offset);
    qsizetype newline = bytes.indexOf('\n');
    if (newline < 0) {
        bytes = fill(m_offset);
        newline = bytes.indexOf('\n');
    }
    if (bytes.isEmpty())
        return std::nullopt;
    Line line;
    line.begin = m_offset;
    const qsizetype length = newline < 0 ? bytes.size() : newline;
    line.head = bytes.first(std::min<qsizetype>(length, kHeadBytes));
    line.isWhole = length <= kHeadBytes;
    line.ends = newline >= 0;
    line.end = m_offset + length + (line.ends ? 1 : 0);
    if (!line.ends && length == m_blockBytes)
        passOver(line);
    else if (line.ends && line.isWhole && line.head.endsWith('\r'))
        line.head.chop(1);
    m_offset = line.end;
    return line;
}

/// To the end of a line that is longer than a block; its head is kept.
void LineReader::passOver(Line& line)
{
    m_head = line.head.toByteArray();
    line.head = m_head;
    while (!line.ends) {
        const QByteArrayView bytes = fill(line.end);
        if (bytes.isEmpty())
            return;
        const qsizetype newline = bytes.indexOf('\n');
        line.ends = newline >= 0;
        line.end += line.ends ? newline + 1 : bytes.size();
    }
}

} // namespace lockstep

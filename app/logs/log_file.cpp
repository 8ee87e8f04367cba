// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/logs/log_file.h"

#include "app/logs/file_bytes.h"
#include "app/logs/log_stamp.h"

#include <algorithm>

namespace lockstep {

namespace {

/// How far back the beginning of a line is looked for. Within longer lines rows begin at multiples of their
/// length.
constexpr qint64 kLookBack = 128 << 10;
/// Where most lines begin; what is far away may be dear to read.
constexpr qint64 kNearby = 2 << 10;

bool continuesCharacter(char byte)
{
    return (static_cast<unsigned char>(byte) & 0xC0u) == 0x80u;
}

} // namespace

void LogFile::setBytes(std::unique_ptr<LogBytes> bytes)
{
    m_bytes = std::move(bytes);
    m_size = 0;
    m_block.clear();
    m_blockBegin = 0;
    refresh();
}

void LogFile::setPath(const QString& path)
{
    setBytes(path.isEmpty() ? nullptr : std::make_unique<FileBytes>(path));
}

bool LogFile::refresh()
{
    if (!m_bytes || !m_bytes->refresh())
        return false;
    m_block.clear();
    m_size = m_bytes->size();
    return true;
}

QByteArrayView LogFile::read(qint64 offset, qint64 count)
{
    const qint64 wanted = std::clamp<qint64>(m_size - offset, 0, std::min(count, kMostBytes));
    if (offset < m_blockBegin || offset + wanted > m_blockBegin + m_block.size()) {
        // Room on both sides: what is read next lies nearby.
        const qint64 room = std::max(wanted, m_bytes ? m_bytes->blockBytes() : 0);
        m_blockBegin = std::max<qint64>(0, offset - (room - wanted) / 2);
        m_block.resize(std::min(room, m_size - m_blockBegin));
        m_block.truncate(m_bytes ? m_bytes->read(m_blockBegin, m_block.data(), m_block.size()) : 0);
    }
    const qint64 available = std::clamp<qint64>(m_blockBegin + m_block.size() - offset, 0, wanted);
    return QByteArrayView(m_block).sliced(std::min<qint64>(offset - m_blockBegin, m_block.size()), available);
}

qint64 LogFile::characterStart(qint64 offset)
{
    const qint64 begin = std::max<qint64>(0, offset - 3);
    const QByteArrayView bytes = read(begin, offset - begin + 1);
    qint64 at = offset - begin;
    if (at >= bytes.size())
        return offset;
    while (at > 0 && continuesCharacter(bytes[at]))
        --at;
    return continuesCharacter(bytes[at]) ? offset : begin + at;
}

bool LogFile::lineBegins(qint64 begin)
{
    return begin == 0 || read(begin - 1, 1) == QByteArrayView("\n");
}

/// Where a row that begins here and may not reach beyond `limit` ends.
qint64 LogFile::cutBefore(qint64 begin, qint64 limit)
{
    const qint64 cut = characterStart(limit);
    if (m_rowBytes == kRowBytes)
        return cut;
    const qsizetype space = read(begin, cut - begin).lastIndexOf(' ');
    return space > (cut - begin) / 2 ? begin + space + 1 : cut;
}

LogFile::Row LogFile::rowAt(qint64 begin)
{
    constexpr qint64 kLongestStamp = 32;
    Row row{.begin = begin, .lineBegins = lineBegins(begin)};
    row.stamp = row.lineBegins ? stampBytes(read(begin, kLongestStamp)) : 0;
    // What is not shown takes no room.
    const qint64 most = m_rowBytes + std::max<qint64>(0, row.stamp - kShortStampBytes);
    const QByteArrayView bytes = read(begin, most + 1);
    row.end = row.next = begin + bytes.size();
    const qsizetype newline = bytes.indexOf('\n');
    if (newline >= 0) {
        row.end = begin + newline;
        row.next = row.end + 1;
        row.lineEnds = true;
        if (newline > 0 && bytes[newline - 1] == '\r')
            --row.end;
    } else if (bytes.size() > most) {
        row.end = row.next = cutBefore(begin, begin + most);
    }
    return row;
}

qint64 LogFile::rowStart(qint64 offset)
{
    qint64 from = offset;
    qsizetype newline = -1;
    for (const qint64 back : {kNearby, kLookBack}) {
        from = std::max<qint64>(0, offset - back);
        newline = read(from, offset - from).lastIndexOf('\n');
        if (newline >= 0)
            break;
    }
    qint64 begin = newline < 0 ? from / m_rowBytes * m_rowBytes : from + newline + 1;
    for (;;) {
        const Row row = rowAt(begin);
        const bool isLast = row.next >= m_size && !row.lineEnds;
        if (row.next > offset || row.next <= begin || isLast)
            return begin;
        begin = row.next;
    }
}

qint64 LogFile::lastRows(int rows)
{
    qint64 begin = m_size;
    // A file that ends with a newline has no row behind it.
    for (int i = 0; i < rows && begin > 0; ++i)
        begin = previousRow(begin);
    return begin;
}

} // namespace lockstep

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/logs/log_file.h"

#include "app/logs/log_stamp.h"

#include <algorithm>

namespace lockstep {

namespace {

/// How far back the beginning of a line is looked for. Within longer lines rows begin at multiples of their
/// length.
constexpr qint64 kLookBack = 128 << 10;

bool continuesCharacter(char byte)
{
    return (static_cast<unsigned char>(byte) & 0xC0u) == 0x80u;
}

} // namespace

void LogFile::setPath(const QString& path)
{
    m_file.close();
    m_path = path;
    m_size = 0;
    m_block.clear();
    m_blockBegin = 0;
    m_file.setFileName(path);
    refresh();
}

bool LogFile::refresh()
{
    if (m_path.isEmpty())
        return false;
    if (!m_file.isOpen() && !m_file.open(QIODevice::ReadOnly | QIODevice::Unbuffered))
        return false;
    const qint64 size = m_file.size();
    if (size == m_size)
        return false;
    if (size < m_size)
        m_block.clear();
    m_size = size;
    return true;
}

QByteArrayView LogFile::read(qint64 offset, qint64 count)
{
    const qint64 wanted = std::clamp<qint64>(m_size - offset, 0, std::min(count, kBlockBytes));
    if (offset < m_blockBegin || offset + wanted > m_blockBegin + m_block.size()) {
        // Room on both sides: what is read next lies nearby.
        m_blockBegin = std::max<qint64>(0, offset - (kBlockBytes - wanted) / 2);
        m_block.resize(kBlockBytes);
        qint64 filled = 0;
        if (m_file.seek(m_blockBegin)) {
            for (qint64 got = 0; filled < kBlockBytes; filled += got) {
                got = m_file.read(m_block.data() + filled, kBlockBytes - filled);
                if (got <= 0)
                    break;
            }
        }
        m_block.truncate(std::min(filled, m_size - m_blockBegin));
    }
    const qint64 available = std::clamp<qint64>(m_blockBegin + m_block.size() - offset, 0, wanted);
    return QByteArrayView(m_block).sliced(offset - m_blockBegin, available);
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

qint64 LogFile::stampAt(qint64 begin)
{
    constexpr qint64 kLongest = 32;
    if (begin > 0 && read(begin - 1, 1) != QByteArrayView("\n"))
        return 0;
    return stampBytes(read(begin, kLongest));
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
    Row row{.begin = begin, .stamp = stampAt(begin)};
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
    const qint64 from = std::max<qint64>(0, offset - kLookBack);
    const QByteArrayView before = read(from, offset - from);
    const qsizetype newline = before.lastIndexOf('\n');
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

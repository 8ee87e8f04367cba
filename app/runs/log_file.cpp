// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/log_file.h"

#include <algorithm>

namespace lockstep {

namespace {

/// How far back the beginning of a line is looked for. Within longer lines rows begin at multiples of
/// kRowBytes.
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

LogFile::Row LogFile::rowAt(qint64 begin)
{
    const QByteArrayView bytes = read(begin, kRowBytes + 1);
    const qsizetype newline = bytes.indexOf('\n');
    Row row{begin, begin + bytes.size(), begin + bytes.size(), false};
    if (newline >= 0) {
        row.end = begin + newline;
        row.next = row.end + 1;
        row.lineEnds = true;
        if (newline > 0 && bytes[newline - 1] == '\r')
            --row.end;
    } else if (bytes.size() > kRowBytes) {
        row.end = characterStart(begin + kRowBytes);
        row.next = row.end;
    }
    return row;
}

qint64 LogFile::rowStart(qint64 offset)
{
    const qint64 from = std::max<qint64>(0, offset - kLookBack);
    const QByteArrayView before = read(from, offset - from);
    const qsizetype newline = before.lastIndexOf('\n');
    qint64 line = from + newline + 1;
    if (newline < 0)
        line = from / kRowBytes * kRowBytes;
    // Rows are cut where characters begin, so the beginning lies up to 3 bytes before a whole number of rows.
    qint64 begin = line;
    while (begin + kRowBytes - 3 <= offset) {
        const qint64 next = characterStart(begin + kRowBytes);
        if (next > offset || next <= begin)
            break;
        begin = next;
    }
    return begin;
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

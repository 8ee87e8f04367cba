// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/logs/log_rows.h"

#include "app/logs/log_stamp.h"
#include "app/text/inert_text.h"

#include <algorithm>

namespace lockstep {

void LogRows::setBytes(std::unique_ptr<LogBytes> bytes)
{
    m_file.setBytes(std::move(bytes));
    m_top = 0;
    setFollowing(true);
}

LogRows::Change LogRows::refresh()
{
    const qint64 before = m_file.size();
    if (!m_file.refresh())
        return Change::None;
    m_top = std::min(m_top, m_file.size());
    read();
    return m_file.size() < before ? Change::Shrunk : Change::Grown;
}

void LogRows::setRoom(int rows)
{
    if (rows == m_room)
        return;
    m_room = rows;
    read();
}

void LogRows::setColumns(std::optional<int> columns)
{
    if (columns == m_columns)
        return;
    m_columns = columns;
    m_file.setRowBytes(columns.value_or(LogFile::kRowBytes));
    m_top = m_file.rowStart(m_top);
    read();
}

void LogRows::setFollowing(bool isFollowing)
{
    m_isFollowing = isFollowing;
    if (isFollowing)
        read();
}

LogRows::Row LogRows::rowAt(qint64 begin)
{
    const LogFile::Row place = m_file.rowAt(begin);
    const QByteArrayView bytes = m_file.read(place.begin, place.end - place.begin);
    Row row{place, place.stamp > 0 ? inertText(withShortStamp(bytes)) : inertText(bytes), {}, {}};
    if (place.lineBegins) {
        row.level = levelOf(bytes);
        row.line = m_file.bytes()->lineAt(begin);
    }
    return row;
}

QString LogRows::stampOf(const Row& row)
{
    return inertText(m_file.read(row.place.begin, row.place.stamp)).trimmed();
}

qint64 LogRows::lineStart(qint64 offset)
{
    constexpr int kMostRows = 1000;
    qint64 begin = m_file.rowStart(offset);
    for (int row = 0; row < kMostRows && !m_file.rowAt(begin).lineBegins; ++row)
        begin = m_file.previousRow(begin);
    return begin;
}

void LogRows::read()
{
    if (m_isFollowing)
        m_top = lastTop();
    m_rows.clear();
    for (qint64 begin = m_top; begin < m_file.size() && m_rows.size() <= m_room;) {
        const Row row = rowAt(begin);
        if (row.place.next <= begin)
            break;
        m_rows.append(row);
        begin = row.place.next;
    }
}

void LogRows::moveTo(qint64 top)
{
    const qint64 end = lastTop();
    m_top = std::clamp<qint64>(top, 0, end);
    m_isFollowing = m_top >= end;
    read();
}

void LogRows::scroll(int rows)
{
    qint64 top = m_top;
    for (; rows > 0 && top < m_file.size(); --rows)
        top = m_file.rowAt(top).next;
    for (; rows < 0 && top > 0; ++rows)
        top = m_file.previousRow(top);
    moveTo(top);
}

void LogRows::reveal(qint64 offset)
{
    const qint64 row = m_file.rowStart(offset);
    const qint64 end = m_rows.isEmpty() ? 0 : m_rows.last().place.begin;
    if (row < m_top || row >= end) {
        qint64 top = row;
        for (int step = 0; step < m_room / 3; ++step)
            top = m_file.previousRow(top);
        moveTo(top);
    }
    m_isFollowing = false; // or the next lines would push it out of sight
}

} // namespace lockstep

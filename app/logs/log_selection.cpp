// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/logs/log_selection.h"

#include "app/logs/log_rows.h"

#include <algorithm>

namespace lockstep {

std::optional<LogSelection::Columns> LogSelection::columnsOf(qint64 row) const
{
    const auto [begin, end] = std::minmax(m_anchor, m_cursor);
    if (isEmpty() || row < begin.row || row > end.row)
        return std::nullopt;
    Columns columns;
    columns.first = row == begin.row ? begin.column : 0;
    if (row == end.row)
        columns.last = end.column;
    return columns;
}

QString LogSelection::text(LogRows& rows, qint64 mostBytes) const
{
    const qint64 begin = std::min(m_anchor, m_cursor).row;
    QString text;
    for (qint64 at = begin; at < rows.size() && at - begin < mostBytes;) {
        const std::optional<Columns> columns = columnsOf(at);
        if (!columns)
            break;
        const LogRows::Row row = rows.rowAt(at);
        text += QStringView(row.text).mid(columns->first,
                                          columns->last.value_or(row.text.size()) - columns->first);
        if (!columns->last && row.place.lineEnds)
            text += u'\n';
        if (row.place.next <= at)
            break;
        at = row.place.next;
    }
    return text;
}

} // namespace lockstep

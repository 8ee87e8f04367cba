// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/logs/log_file.h"
#include "app/logs/log_level.h"

#include <QString>
#include <QVector>
#include <optional>

namespace lockstep {

/// The rows of a growing text that are in view: it is read there alone, whatever its size. At its end the
/// view follows it.
class LogRows {
public:
    struct Row {
        LogFile::Row place;
        QString text;                  ///< as shown (see inertText), with a short stamp
        std::optional<LogLine> line;   ///< that begins with it
        std::optional<LogLevel> level; ///< of that line, when it says it
    };

    qint64 size() const { return m_file.size(); }
    LogBytes* bytes() const { return m_file.bytes(); }
    /// Goes to the end of another text; null: nothing is shown.
    void setBytes(std::unique_ptr<LogBytes> bytes);
    enum class Change { None, Grown, Shrunk };
    /// Looks at the text again.
    Change refresh();
    /// How many rows there is room for. REQUIRES: at least 1.
    void setRoom(int rows);
    /// How many characters of a line stand in a row before it goes on in the next one; nothing: all of them.
    /// Rows may begin elsewhere after it.
    void setColumns(std::optional<int> columns);
    std::optional<int> columns() const { return m_columns; }
    /// The stamp of the line that begins with this row, in full; empty where there is none.
    QString stampOf(const Row& row);

    /// From the top on, one more than there is room for.
    const QVector<Row>& rows() const { return m_rows; }
    /// Where the first row begins, in bytes; and where it does when the last row is in view.
    qint64 top() const { return m_top; }
    qint64 lastTop() { return m_file.lastRows(m_room); }
    /// Behind the last row, from the top, in bytes; 1 without rows.
    qint64 length() const { return m_rows.isEmpty() ? 1 : m_rows.last().place.next - m_top; }
    bool isFollowing() const { return m_isFollowing; }
    void setFollowing(bool isFollowing);

    /// Shows the row that begins here first; from its last top on it follows the file.
    void moveTo(qint64 top);
    /// Where the row begins that holds this byte.
    qint64 rowStart(qint64 offset) { return m_file.rowStart(offset); }
    /// Where the line begins that holds this byte; for one of very many rows, one of its rows.
    qint64 lineStart(qint64 offset);
    /// Onward, or back when negative.
    void scroll(int rows);
    /// Brings the row with this byte into view if it is not there, a third of the room below the top, and
    /// stays there while the text grows.
    void reveal(qint64 offset);
    /// The row that begins here, in view or not. REQUIRES: 0 <= begin <= size().
    Row rowAt(qint64 begin);

private:
    void read();

    LogFile m_file;
    QVector<Row> m_rows;
    qint64 m_top = 0;
    int m_room = 1;
    std::optional<int> m_columns;
    bool m_isFollowing = true;
};

} // namespace lockstep

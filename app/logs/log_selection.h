// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QtGlobal>
#include <compare>
#include <optional>
#include <utility>

namespace lockstep {

class LogRows;

/// A place between two characters of a row as shown.
struct LogPlace {
    qint64 row = 0; ///< where the row begins, in bytes
    qsizetype column = 0;
    auto operator<=>(const LogPlace&) const = default;
};

/// What is selected in a log, from where the mouse went down to where it is.
class LogSelection {
public:
    void clear() { m_anchor = m_cursor = {}; }
    bool isEmpty() const { return m_anchor == m_cursor; }
    /// From here to here, or on from where it began.
    void begin(const LogPlace& place) { m_anchor = m_cursor = place; }
    void extendTo(const LogPlace& place) { m_cursor = place; }

    /// The columns of the row that begins here; the second is nothing when the selection goes on in the next
    /// row. Nothing when none is selected.
    struct Columns {
        qsizetype first = 0;
        std::optional<qsizetype> last;
    };
    std::optional<Columns> columnsOf(qint64 row) const;
    /// All of it, as far as `mostBytes` of the file.
    QString text(LogRows& rows, qint64 mostBytes) const;

private:
    LogPlace m_anchor;
    LogPlace m_cursor;
};

} // namespace lockstep

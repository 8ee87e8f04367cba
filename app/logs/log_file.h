// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/logs/log_bytes.h"

#include <QByteArray>
#include <QByteArrayView>
#include <QString>
#include <algorithm>
#include <memory>

namespace lockstep {

/// A growing text of any size, seen as rows: its lines, those longer than a row cut into several. Nothing of
/// it is kept; a row is found by looking around an offset, so opening is instant and memory stays at one
/// block.
class LogFile {
public:
    static constexpr qint64 kRowBytes = 2048; ///< the longest row

    /// The most bytes of a row, 8 ... kRowBytes; rows shorter than kRowBytes end behind a space where there
    /// is one. Where rows begin changes with it.
    void setRowBytes(qint64 bytes) { m_rowBytes = std::clamp<qint64>(bytes, 8, kRowBytes); }

    struct Row {
        qint64 begin = 0;
        qint64 end = 0;          ///< behind the last byte of its text
        qint64 next = 0;         ///< where the next row begins
        qint64 stamp = 0;        ///< bytes at its beginning that are the time of a line (see log_stamp.h)
        bool lineBegins = false; ///< the line begins with this row
        bool lineEnds = false;   ///< the line ends with this row
    };

    /// Null shows nothing.
    void setBytes(std::unique_ptr<LogBytes> bytes);
    /// The same for one file alone; an empty path shows nothing, a file that is not there yet is empty.
    void setPath(const QString& path);
    /// What is shown; null: nothing.
    LogBytes* bytes() const { return m_bytes.get(); }
    /// Looks at it again; true when it changed.
    bool refresh();
    qint64 size() const { return m_size; }

    /// The row that begins at `begin`. REQUIRES: 0 <= begin <= size().
    Row rowAt(qint64 begin);
    /// Where the row that holds this offset begins; `offset` may be size().
    qint64 rowStart(qint64 offset);
    /// The row before the one that begins at `begin`; 0 at the start.
    qint64 previousRow(qint64 begin) { return begin > 0 ? rowStart(begin - 1) : 0; }
    /// The first of the last `rows` rows.
    qint64 lastRows(int rows);

    /// Fewer bytes than asked for at the end of the text or when it cannot be read. Valid until the next
    /// call. REQUIRES: at most kMostBytes.
    QByteArrayView read(qint64 offset, qint64 count);
    static constexpr qint64 kMostBytes = 512 << 10;

private:
    qint64 characterStart(qint64 offset);
    bool lineBegins(qint64 begin);
    qint64 cutBefore(qint64 begin, qint64 limit);

    std::unique_ptr<LogBytes> m_bytes;
    qint64 m_size = 0;
    qint64 m_rowBytes = kRowBytes;
    QByteArray m_block;
    qint64 m_blockBegin = 0;
};

} // namespace lockstep

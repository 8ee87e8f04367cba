// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QString>
#include <optional>

namespace lockstep {

/// Reads the lines of a file one after the other, from any of them on to a limit, in one block of memory
/// however long they are. The file is open only while a block is read, so that thousands of them may be read
/// at once. A value for one thread.
class LineReader {
public:
    /// The most of a line that is given; what lies behind is passed over.
    static constexpr qint64 kHeadBytes = 4096;

    struct Line {
        qint64 begin = 0;
        qint64 end = 0;       ///< behind its newline
        QByteArrayView head;  ///< its text without the end of the line; valid until the next call
        bool isWhole = false; ///< `head` is all of it
        bool ends = false;    ///< with a newline; else the file ends here so far
    };

    explicit LineReader(QString path) : m_path(std::move(path)) {}

    const QString& path() const { return m_path; }
    qint64 offset() const { return m_offset; }
    /// REQUIRES: a line begins there.
    void moveTo(qint64 offset) { m_offset = offset; }
    /// Nothing is read from this byte on.
    void setLimit(qint64 limit) { m_limit = limit; }
    /// How much is read at once, from here on. REQUIRES: at least kHeadBytes.
    void setBlockBytes(qint64 bytes) { m_blockBytes = bytes; }

    /// The next line; nothing at the limit, or where the file cannot be read any more.
    std::optional<Line> next();

private:
    QByteArrayView available(qint64 offset) const;
    QByteArrayView fill(qint64 offset);
    void passOver(Line& line);

    QString m_path;
    QByteArray m_block;
    QByteArray m_head; ///< of a line that is longer than a block
    qint64 m_blockBegin = 0;
    qint64 m_blockBytes = 128 << 10;
    qint64 m_offset = 0;
    qint64 m_limit = 0;
};

/// Reads as much of a file as is there; the number of bytes read.
qint64 readAt(const QString& path, qint64 offset, char* to, qint64 count);

} // namespace lockstep

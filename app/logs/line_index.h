// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <memory>
#include <optional>

namespace lockstep {

/// Where the lines of a file begin, and when they were written: a mark every 64 KB, made by a worker at the
/// speed of the disk, 24 bytes each. Questions beyond what the worker has come to have no answer yet; each
/// reads at most the file between two marks. GUI thread.
class LineIndex {
public:
    explicit LineIndex(const QString& path);
    ~LineIndex();
    LineIndex(const LineIndex&) = delete;
    LineIndex& operator=(const LineIndex&) = delete;

    /// The file has this size now; the worker goes on from where it was, or from the start when it shrank.
    void setSize(qint64 size);
    /// Bytes looked through.
    qint64 known() const;

    /// The number, from 1, of the line that begins here.
    std::optional<qint64> lineAt(qint64 begin);
    /// Where the line begins; for one behind the last, the last.
    std::optional<qint64> offsetOfLine(qint64 number);
    /// Where the first line begins that has this time or a later one (see LineTime::microseconds).
    std::optional<qint64> offsetOfTime(qint64 wall);

private:
    struct Marks;
    std::shared_ptr<Marks> m_marks;
    qint64 m_size = 0;
    QString m_path;
};

} // namespace lockstep

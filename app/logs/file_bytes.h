// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/logs/line_index.h"
#include "app/logs/log_bytes.h"

#include <QFile>

namespace lockstep {

/// One file, whole: shown without waiting for the index of its lines.
class FileBytes : public LogBytes {
public:
    explicit FileBytes(const QString& path);

    bool refresh() override;
    qint64 size() const override { return m_size; }
    qint64 read(qint64 offset, char* to, qint64 count) override;
    qint64 blockBytes() const override { return 512 << 10; }
    std::optional<LogLine> lineAt(qint64 begin) override;
    std::optional<qint64> offsetOf(int source, qint64 offset) override;
    std::optional<qint64> offsetOfTime(qint64 wall) override { return m_index.offsetOfTime(wall); }
    std::optional<qint64> timeAt(qint64 begin) override;
    std::optional<qint64> offsetOfLine(qint64 number) override { return m_index.offsetOfLine(number); }
    double known() const override;

private:
    QFile m_file;
    qint64 m_size = 0;
    qint64 m_known = 0; ///< bytes whose lines had numbers lately
    LineIndex m_index;
    LogLine m_lastLine; ///< that was asked for; number 0: none
};

} // namespace lockstep

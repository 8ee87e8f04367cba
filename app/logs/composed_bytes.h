// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/logs/log_bytes.h"
#include "app/logs/log_outline.h"

#include <QFileInfo>
#include <deque>
#include <memory>

namespace lockstep {

/// The lines that a filter takes from one or more logs, in the order of their times.
class ComposedBytes : public LogBytes {
public:
    ComposedBytes(const QVector<LogSource>& sources, const LogFilter& filter);
    ~ComposedBytes() override;

    bool refresh() override;
    qint64 size() const override { return m_size; }
    qint64 read(qint64 offset, char* to, qint64 count) override;
    qint64 blockBytes() const override { return 4 << 10; }
    std::optional<LogLine> lineAt(qint64 begin) override;
    std::optional<qint64> offsetOf(int source, qint64 offset) override;
    std::optional<qint64> offsetOfTime(qint64 wall) override;
    std::optional<qint64> timeAt(qint64 begin) override;
    std::optional<qint64> offsetOfLine(qint64) override { return std::nullopt; }
    double known() const override;

private:
    /// A line of the text.
    struct Piece {
        qint64 begin; ///< in the text
        qint64 end;   ///< behind its newline
        LogLine line;
        qint64 bytes; ///< of it in its log: one fewer where the newline is not there
        qint64 time;
    };
    struct Pieces {
        LogOutline::Stretch stretch;
        std::vector<Piece> pieces;
    };
    /// What a worker does, and may still do when nobody waits for it any more.
    struct Work {
        explicit Work(const QVector<LogSource>& sources, const LogFilter& filter) : outline(sources, filter)
        {
        }

        LogOutline outline;
        std::atomic<bool> isBusy = false;
        std::atomic<bool> hasNews = false;
    };

    void restart();
    const Pieces* piecesAt(qint64 offset);
    const Piece* pieceAt(qint64 offset);
    Pieces walk(const LogOutline::Stretch& stretch) const;
    QByteArrayView sourceBytes(const Piece& piece, qint64 from, qint64 count);

    QVector<LogSource> m_sources;
    LogFilter m_filter;
    std::shared_ptr<Work> m_work;
    std::vector<qint64> m_sizes; ///< of the logs
    std::vector<qint64> m_asked; ///< the sizes that the worker was last told
    qint64 m_size = 0;
    std::deque<Pieces> m_recent; ///< the stretches walked last, the newest first

    QByteArray m_block; ///< of the log read last
    int m_blockSource = -1;
    qint64 m_blockBegin = 0;
};

} // namespace lockstep

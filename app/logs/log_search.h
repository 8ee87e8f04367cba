// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QFile>
#include <QObject>
#include <QTimer>

namespace lockstep {

/// Looks for a text in a file of any size, a block per turn of the event loop, around the end and on from
/// the start. ASCII letters match in either case. GUI thread.
class LogSearch : public QObject {
    Q_OBJECT
public:
    enum class Direction { Forward, Backward };
    static constexpr qint64 kMaxNeedle = 1024;

    explicit LogSearch(QObject* parent = nullptr);

    /// Ends a search that is under way. Forward: the first match at or behind `from`; backward: the last one
    /// that begins before it. An empty needle, or one longer than kMaxNeedle bytes, is not found.
    void find(const QString& path, const QByteArray& needle, qint64 from, Direction direction);
    void cancel();
    bool running() const { return m_timer.isActive(); }

signals:
    void found(qint64 offset, qint64 length);
    void notFound();
    void progress(qint64 doneBytes, qint64 totalBytes);

private:
    void searchBlock();
    bool searchIn(qint64 begin, qint64 end);

    QFile m_file;
    QTimer m_timer;
    QByteArray m_needle;
    Direction m_direction = Direction::Forward;
    qint64 m_size = 0;
    qint64 m_from = 0;
    qint64 m_done = 0; ///< bytes looked through, from m_from on in the direction, around the end
};

} // namespace lockstep

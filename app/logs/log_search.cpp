// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/logs/log_search.h"

#include <QByteArrayMatcher>
#include <algorithm>

namespace lockstep {

namespace {

constexpr qint64 kBlock = 1 << 20;

} // namespace

LogSearch::LogSearch(QObject* parent) : QObject(parent)
{
    m_timer.setInterval(0);
    connect(&m_timer, &QTimer::timeout, this, &LogSearch::searchBlock);
}

void LogSearch::find(const QString& path, const QByteArray& needle, qint64 from, Direction direction)
{
    cancel();
    m_file.setFileName(path);
    m_needle = needle.toLower();
    m_direction = direction;
    m_done = 0;
    if (needle.isEmpty() || needle.size() > kMaxNeedle ||
        !m_file.open(QIODevice::ReadOnly | QIODevice::Unbuffered)) {
        emit notFound();
        return;
    }
    m_size = m_file.size();
    m_from = std::clamp<qint64>(from, 0, m_size);
    m_timer.start();
}

void LogSearch::cancel()
{
    m_timer.stop();
    m_file.close();
}

void LogSearch::searchBlock()
{
    // The last round ends where the first began.
    if (m_done >= m_size) {
        cancel();
        emit notFound();
        return;
    }
    qint64 begin = 0;
    qint64 end = 0;
    if (m_direction == Direction::Forward) {
        begin = (m_from + m_done) % m_size;
        end = std::min({begin + kBlock, m_size, begin + m_size - m_done});
    } else {
        end = m_from - m_done;
        if (end <= 0)
            end += m_size;
        begin = std::max({end - kBlock, qint64{0}, end - (m_size - m_done)});
    }
    m_done += end - begin;
    if (!searchIn(begin, end))
        emit progress(m_done, m_size);
}

bool LogSearch::searchIn(qint64 begin, qint64 end)
{
    // Matches that begin in [begin, end) may reach beyond it.
    const qint64 count = std::min(end - begin + m_needle.size() - 1, m_size - begin);
    QByteArray bytes(count, Qt::Uninitialized);
    qint64 filled = 0;
    if (m_file.seek(begin)) {
        for (qint64 got = 0;
             filled < count && (got = m_file.read(bytes.data() + filled, count - filled)) > 0;)
            filled += got;
    }
    bytes.truncate(filled);
    bytes = std::move(bytes).toLower();
    const qsizetype at = m_direction == Direction::Forward ? QByteArrayMatcher(m_needle).indexIn(bytes)
                                                           : bytes.lastIndexOf(m_needle);
    if (at < 0)
        return false;
    const qint64 length = m_needle.size();
    cancel();
    emit found(begin + at, length);
    return true;
}

} // namespace lockstep

// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/benchmarks/dashboard/window_watch.h"

#include <QAbstractEventDispatcher>
#include <QEvent>
#include <QEventLoop>
#include <QFile>
#include <QMetaEnum>
#include <QThread>
#include <QTimer>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <utility>
#include <vector>

namespace lockstep {

namespace {

std::map<QString, double> timesOfEvents;

} // namespace

BusyTimes::BusyTimes()
{
    // Waiting computes nothing, so all between two beginnings of it is work.
    QObject::connect(QAbstractEventDispatcher::instance(), &QAbstractEventDispatcher::aboutToBlock,
                     &m_context, [this] {
                         const double now = threadMilliseconds();
                         m_times.push_back(now - m_began);
                         m_began = now;
                         const auto parts = WatchedApplication::takeTimes();
                         if (m_times.back() > m_longest) {
                             m_longest = m_times.back();
                             m_parts = parts;
                         }
                     });
}

std::vector<double> BusyTimes::take()
{
    m_longest = 0;
    return std::exchange(m_times, {});
}

void BusyTimes::printLongest() const
{
    std::vector<std::pair<double, QString>> parts;
    for (const auto& [what, took] : m_parts)
        parts.emplace_back(took, what);
    std::ranges::sort(parts, std::greater());
    parts.resize(std::min<std::size_t>(parts.size(), 8));
    for (const auto& [took, what] : parts)
        std::printf("    of the longest: %6.2f ms %s\n", took, qPrintable(what));
}

bool WatchedApplication::notify(QObject* receiver, QEvent* event)
{
    if (receiver->thread() != thread())
        return QApplication::notify(receiver, event); // of a worker
    // Whatever receives it may be gone afterwards.
    QString what = QString::fromLatin1(receiver->metaObject()->className());
    const char* const kind = QMetaEnum::fromType<QEvent::Type>().valueToKey(event->type());
    what += u' ' + QString::fromLatin1(kind == nullptr ? "event" : kind);
    const double outside = std::exchange(m_inside, 0);
    const double began = threadMilliseconds();
    const bool done = QApplication::notify(receiver, event);
    const double took = threadMilliseconds() - began;
    timesOfEvents[what] += took - m_inside;
    m_inside = outside + took;
    return done;
}

std::map<QString, double> WatchedApplication::takeTimes()
{
    return std::exchange(timesOfEvents, {});
}

double memoryMiB(const char* kind)
{
    QFile status(QStringLiteral("/proc/self/status"));
    if (!status.open(QIODevice::ReadOnly))
        return 0;
    for (const QByteArray& line : status.readAll().split('\n'))
        if (line.startsWith(kind))
            return line.mid(line.indexOf(':') + 1).trimmed().split(' ').first().toDouble() / 1024;
    return 0;
}

void watchWindow(std::int64_t seconds)
{
    QEventLoop loop;
    QTimer::singleShot(std::chrono::seconds(seconds), &loop, &QEventLoop::quit);
    const BusyTimes busy;
    const double before = threadMilliseconds();
    const double memory = memoryMiB("RssAnon");
    loop.exec();
    std::printf(
        "  %lld s: GUI thread busy %.0f %%, memory %.0f -> %.0f MiB\n", static_cast<long long>(seconds),
        (threadMilliseconds() - before) / static_cast<double>(seconds) / 10, memory, memoryMiB("RssAnon"));
    printTimes("  between two waits for events", busy.times());
    busy.printLongest();
}

} // namespace lockstep

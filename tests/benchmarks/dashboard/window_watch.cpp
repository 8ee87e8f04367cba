// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/benchmarks/dashboard/window_watch.h"

#include "tests/benchmarks/dashboard/bench_dashboard.h"

#include <QAbstractEventDispatcher>
#include <QEventLoop>
#include <QFile>
#include <QTimer>
#include <chrono>
#include <cstdio>
#include <vector>

namespace lockstep {

namespace {

/// What the GUI thread computes between two waits for events.
class BusyTimes {
public:
    BusyTimes()
    {
        // Waiting computes nothing, so all between two beginnings of it is work.
        QObject::connect(QAbstractEventDispatcher::instance(), &QAbstractEventDispatcher::aboutToBlock,
                         &m_context, [this] {
                             const double now = threadMilliseconds();
                             m_times.push_back(now - m_began);
                             m_began = now;
                         });
    }
    const std::vector<double>& times() const { return m_times; }

private:
    QObject m_context;
    double m_began = threadMilliseconds();
    std::vector<double> m_times;
};

} // namespace

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
}

} // namespace lockstep

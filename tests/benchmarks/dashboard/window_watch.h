// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/benchmarks/dashboard/dashboard_times.h"

#include <QApplication>
#include <QObject>
#include <QString>
#include <cstdint>
#include <map>
#include <vector>

namespace lockstep {

/// Memory of this process, MiB: "RssAnon" is what no file stands behind, "RssShmem" and "RssFile" the rest.
double memoryMiB(const char* kind);

/// An application that knows what its events took.
class WatchedApplication : public QApplication {
public:
    using QApplication::QApplication;

    bool notify(QObject* receiver, QEvent* event) override;
    /// Computing since this was asked last, in ms: of events by kind and receiver, without the events inside
    /// of them.
    static std::map<QString, double> takeTimes();

private:
    double m_inside = 0; ///< ms of the events within the present one
};

/// What the thread of the windows computes between two waits for events, and how long that takes by the
/// clock.
class BusyTimes {
public:
    BusyTimes();

    const std::vector<double>& times() const { return m_times; } ///< ms
    /// Those since this was asked last.
    std::vector<double> take();
    void printLongest() const;

private:
    QObject m_context;
    double m_began = threadMilliseconds();
    std::vector<double> m_times;
    double m_longest = 0;
    std::map<QString, double> m_parts; ///< of the longest
};

/// Serves this thread's events for so long, and prints what that computed: how busy it was, what it did
/// between two waits for events, what the longest of these times went to, and how the memory grew.
void watchWindow(std::int64_t seconds);

} // namespace lockstep

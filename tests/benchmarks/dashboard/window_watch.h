// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>
#include <QString>
#include <cstdint>
#include <map>

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

/// Serves this thread's events for so long, and prints what that computed: how busy it was, what it did
/// between two waits for events, what the longest of these times went to, and how the memory grew.
void watchWindow(std::int64_t seconds);

} // namespace lockstep

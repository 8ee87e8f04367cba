// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProcess>
#include <QString>

namespace lockstep {

/// A session bus of a test's own: what it names in the environment while it lives.
class PrivateBus {
public:
    /// Its files lie in `folder`. Needs dbus-daemon; isRunning() tells whether it came.
    explicit PrivateBus(const QString& folder);
    ~PrivateBus();
    bool isRunning() const { return m_daemon.state() == QProcess::Running; }

private:
    QProcess m_daemon;
};

} // namespace lockstep
